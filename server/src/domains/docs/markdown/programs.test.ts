import assert from "node:assert/strict"
import { test } from "node:test"
import { type DocNode, everyNode, nodesIn } from "#contract/docs/doc-node.ts"
import { onSqlite } from "#test/support/databases/test-databases.ts"
import { readsBack } from "#test/support/docs/reads-back.ts"
import { markdownFiles } from "#test/support/formats/markdown-files.ts"
import { world } from "#test/support/worlds/world.ts"
import { getDoc, importDoc } from "../index.ts"
import { readMarkdown } from "./read-markdown.ts"

for (const { program, text, title, lost, blocks } of markdownFiles)
  onSqlite(`a file of ${program} is imported, and all that it loses is named`, async (t, kind) => {
    const here = await world(t, kind)
    const made = await here.act("member", importDoc, { fileName: "file.md", markdown: text })
    assert.deepEqual([made.title, made.lost], [title, lost])
    const { body } = await here.act("viewer", getDoc, { id: made.id })
    const kinds = nodesIn((body as DocNode).content).map(({ type }) => type)
    assert.equal(kinds.join(" "), blocks)
    readsBack(body as DocNode)
  })

const textOf = (markdown: string): string =>
  [...everyNode(readMarkdown(markdown).body)].map(({ text = "" }) => text).join("")

test("a formula keeps each of its signs", () => {
  assert.equal(textOf("$\\{a_1\\} * b_2 * \\\\$"), "$\\{a_1\\} * b_2 * \\\\$")
  assert.equal(textOf("$$\n\\{x\\} \\\\\n_y_\n$$"), "\\{x\\} \\\\\n_y_")
  assert.equal(textOf("\\(a_1\\)"), "$a_1$")
})

test("amounts of money, and names of a shell, are no formulas", () => {
  for (const text of ["$5 and $6", "US$5_a and US$6", "$HOME:$PATH", "a $ b_1 $ c", "\\$x^2\\$", "between 5$ and x=6$"])
    assert.deepEqual(readMarkdown(text).lost, [], text)
})

const hrefsOf = (markdown: string): unknown[] =>
  [...everyNode(readMarkdown(markdown).body)].flatMap(({ marks }) => nodesIn(marks).map(({ attrs }) => attrs?.href))

test("links with spaces are kept, and their spaces are encoded", () => {
  assert.deepEqual(hrefsOf("[x](<https://e.com/a b>)"), ["https://e.com/a%20b"])
  assert.deepEqual(hrefsOf("<https://e.com/a b>"), ["https://e.com/a%20b"])
  assert.deepEqual(hrefsOf("[x][y]\n\n[y]: <a b/c　d.md>"), ["a%20b/c%E3%80%80d.md"])
  assert.deepEqual(hrefsOf("![x](<https://e.com/a b.png>)"), ["https://e.com/a%20b.png"])
  assert.deepEqual(hrefsOf("[x](<java script:alert(1)>) <java script:a/b c>"), [])
})

test("a footnote's text of one word does not become an address", () => {
  assert.equal(textOf("Text[^1]\n\n[^1]: Word"), "Text[^1][^1]: Word")
  assert.deepEqual(hrefsOf("Text[^1]\n\n[^1]: Word"), [])
})

test("a table in HTML that is not whole stays text", () => {
  for (const text of [
    "<table>\n<tr>\n\na",
    "<td>a</td>",
    "- <table>\n\n</table>",
    "<table></table>",
    "<tr><td>a</td></tr>",
  ]) {
    const { body, lost } = readMarkdown(text)
    assert.equal(JSON.stringify(body).includes('"table"'), false, text)
    assert.match(lost.join(), /HTML tags? became plain text/, text)
  }
})

const titles: readonly [markdown: string, title: string, rest: string][] = [
  ["---\ntitle: My plan\n---\n# My plan\n\nText", "My plan", "Text"],
  ["---\ntitle: My plan\n---\n# Another\n\nText", "My plan", "AnotherText"],
  ["---\ntitle: 'It''s'\n---\nText", "It's", "Text"],
  ['---\nTitle: "A: \\"b\\" \\u00e9"\n---\nText', 'A: "b" é', "Text"],
  ["---\ntitle: plain # a comment\n---\nText", "plain", "Text"],
  ["---\ntitle: >-\n  two\n  lines\n---\nText", "two lines", "Text"],
  ["---\nseo:\n  title: not this\n---\nText", "file", "Text"],
  ["---\ntitle: [a]\n---\nText", "file", "Text"],
  ['+++\ntitle = "Toml"\n+++\nText', "Toml", "Text"],
  ['+++\ntitle = """Long toml"""\n+++\nText', "Long toml", "Text"],
  ['{\n  "title": "Json",\n  "draft": true\n}\n\nText', "Json", "Text"],
  ['{\n  "title": "Json"\n\nText', "file", '{ "title": "Json"Text'],
  ['{\n  "a": 1\n}\n', "file", '{ "a": 1 }'],
  ["---\n---\n# Jekyll\n\nText", "Jekyll", "Text"],
  ["---\ntitle: 🚀 Launch\n---\nText", "Launch", "Text"],
]
for (const [markdown, title, rest] of titles)
  onSqlite(`the title of ${JSON.stringify(markdown)} is ${title}`, async (t, kind) => {
    const here = await world(t, kind)
    const made = await here.act("member", importDoc, { fileName: "file.md", markdown })
    const { body } = await here.act("viewer", getDoc, { id: made.id })
    const text = [...everyNode(body as DocNode)].map(({ text = "" }) => text).join("")
    assert.deepEqual([made.title, text], [title, rest])
  })

onSqlite("a heading that is too long for a title stays in the text", async (t, kind) => {
  const here = await world(t, kind)
  const words = "word ".repeat(60).trim()
  const made = await here.act("member", importDoc, { fileName: "a.md", markdown: `# ${words}\n\nText` })
  const { body } = await here.act("viewer", getDoc, { id: made.id })
  assert.equal([...made.title].length <= 200, true)
  assert.match(JSON.stringify(body), new RegExp(words))
})
