import assert from "node:assert/strict"
import { test } from "node:test"
import { paragraph } from "#test/support/docs/paragraph.ts"
import { world } from "#test/support/worlds/world.ts"
import { importDoc, searchDocText } from "../index.ts"
import { textOfBeginning, textOfBody } from "./text-of.ts"

const wordsOf = (text: string) => text.split(/\s+/).filter(Boolean)

test("the words of a doc's JSON can be read wherever the JSON is cut", () => {
  const content = [paragraph('"type":"paragraph" said', " she \\ \n"), paragraph("and then", { type: "hardBreak" })]
  const body = JSON.stringify({ type: "doc", content: [...content, paragraph("\u{1F680} rose")] })
  const words = wordsOf(textOfBody(body))
  assert.deepEqual(wordsOf(textOfBeginning(body)), words)
  for (let end = 0; end < body.length; end += 1) {
    const found = wordsOf(textOfBeginning(body.slice(0, end)))
    assert.deepEqual(found, words.slice(0, found.length), `cut at ${end}`)
  }
})

test("a page of results parses only a part of each large doc", async (t) => {
  const here = await world(t)
  const markdown = "A lighthouse stands here.\n\n".repeat(15_000)
  for (let n = 0; n < 4; n += 1) await here.act("member", importDoc, { fileName: `${n}.md`, markdown })
  let parsed = 0
  const parse = JSON.parse
  t.mock.method(JSON, "parse", (text: string, ...rest: []) => {
    parsed += text.length
    return parse(text, ...rest)
  })
  const { items } = await here.act("viewer", searchDocText, { query: "lighthouse" })
  assert.equal(items.length, 4)
  assert.match(items[0]?.snippet.text ?? "", /^A lighthouse stands here/)
  assert.ok(parsed < 4 * 100_000, `${parsed} characters are parsed`)
})
