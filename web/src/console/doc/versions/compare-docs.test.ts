import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { type DocNode, nodesIn } from "../../../../../server/src/contract/docs/doc-node.ts"
import { runs } from "../../../../../server/test/support/basics/property-runs.ts"
import { paragraph } from "../../../../../server/test/support/docs/paragraph.ts"
import { compareDocs } from "./compare-docs.ts"
import { findChanges } from "./find-changes.ts"

const doc = (...content: DocNode[]): DocNode => ({ type: "doc", content })

/** The text of a comparison, with additions in `{}` and removals in `[]`. */
function drawn(node: DocNode): string {
  const kinds = nodesIn(node.marks).map(({ type }) => type)
  const text =
    node.text ??
    nodesIn(node.content)
      .map(drawn)
      .join(node.type === "doc" ? "/" : "")
  if (kinds.includes("inserted")) return `{${text}}`
  return kinds.includes("deleted") ? `[${text}]` : text
}
const compare = (before: DocNode, after: DocNode) => drawn(compareDocs(before, after).body)

/** The words of one side or of both, in order, without those that only the side `left` has. */
function wordsWithout(node: DocNode, left: string): string {
  if (nodesIn(node.marks).some(({ type }) => type === left)) return ""
  return (
    (node.text ?? "") +
    nodesIn(node.content)
      .map((inner) => wordsWithout(inner, left))
      .join("")
  )
}

test("changes in a paragraph are marked by words, and added or removed blocks as a whole", () => {
  const before = doc(paragraph("The plan is good."), paragraph("Kept."), paragraph("Gone for ever."))
  const after = doc(paragraph("New at the top."), paragraph("The plan is very good."), paragraph("Kept."))
  assert.equal(compare(before, after), "{New at the top.}/The plan is {very }good./Kept./[Gone for ever.]")
  const anew = compare(doc(paragraph("The first words are here.")), doc(paragraph("Two other words are here.")))
  assert.equal(anew, "[The first]{Two other} words are here.", "the space between them was rewritten as well")
  const { added, removed, isSame } = compareDocs(before, after)
  assert.deepEqual({ added, removed, isSame }, { added: 5, removed: 3, isSame: false })
})

test("changes of list items, boxes, pictures and formatting are marked", () => {
  const item = (text: string, checked: boolean) => ({
    type: "taskItem",
    attrs: { checked },
    content: [paragraph(text)],
  })
  const list = (...content: DocNode[]) => doc({ type: "taskList", content })
  assert.equal(compare(list(item("cut", false)), list(item("cut", true), item("film", false))), "cut{ (done)}{film}")
  assert.equal(compare(list(item("cut", true)), list(item("cut", false))), "cut[ (done)]")
  const picture = { type: "driveImage", attrs: { file: "file_1", alt: "" } }
  assert.equal(compareDocs(doc(), doc(picture)).added, 1)
  const heading = (level: number) => doc({ type: "heading", attrs: { level }, content: [{ type: "text", text: "a" }] })
  const { added, removed, isSame } = compareDocs(heading(1), heading(2))
  assert.deepEqual({ added, removed, isSame }, { added: 0, removed: 0, isSame: false })
  assert.equal(compareDocs(heading(1), heading(1)).isSame, true)
})

const linked = (text: string): DocNode => {
  const link = { type: "link", attrs: { href: `https://example.com/${"x".repeat(1_900)}` } }
  return { ...paragraph(), content: [{ type: "text", text, marks: [link] }] }
}

test("a comparison's size is proportional to its docs: a long text with a long address", (t) => {
  const [before, after] = [doc(linked("one ".repeat(50_000))), doc(linked(`${"one ".repeat(49_999)}two `))]
  let made = 0
  const { stringify } = JSON
  t.mock.method(JSON, "stringify", (value: unknown) => {
    const text = stringify(value)
    made += text?.length ?? 0
    return text
  })
  const { body, added, removed } = compareDocs(before, after)
  t.mock.restoreAll()
  assert.deepEqual([added, removed], [1, 1])
  const size = JSON.stringify(before).length + JSON.stringify(after).length
  assert.ok(made <= 20 * size + 1_000_000, `${made} characters of ${size}`)
  assert.ok(JSON.stringify(body).length <= size)
})

test("a comparison's size is proportional to its docs: every second word of many links changed", () => {
  const all = (word: string) => Array.from({ length: 100 }, () => linked(`one ${word} same `.repeat(90)))
  const [before, after] = [doc(...all("two")), doc(...all("three"))]
  const { body, added, removed } = compareDocs(before, after)
  assert.deepEqual([added, removed], [9_000, 9_000], "every word is there")
  const size = JSON.stringify(before).length + JSON.stringify(after).length
  const length = JSON.stringify(body).length
  assert.ok(length <= 8 * size + 8_000_000, `${length} characters of ${size}`)
})

const words = fc
  .array(fc.constantFrom("a", "b", "c", "plan", "día", "会議", ".", " "), { maxLength: 12 })
  .map((all) => all.join(" "))
const block: fc.Arbitrary<DocNode> = fc.oneof(
  words.map((text) => paragraph(text)),
  fc.array(words, { minLength: 1, maxLength: 3 }).map((items) => ({
    type: "bulletList",
    content: items.map((text) => ({ type: "listItem", content: [paragraph(text)] })),
  })),
)
const docs = fc.array(block, { maxLength: 6 }).map((content) => doc(...content))

test("without its additions a comparison is the old text, without its removals the new one", () => {
  fc.assert(
    fc.property(docs, docs, (before, after) => {
      const { body } = compareDocs(before, after)
      assert.equal(wordsWithout(body, "inserted"), wordsWithout(before, ""))
      assert.equal(wordsWithout(body, "deleted"), wordsWithout(after, ""))
    }),
    { numRuns: runs(100) },
  )
})

test("the steps lead from one list to the other, even where the lists differ too much for a search", () => {
  const letters = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 30 })
  const check = (before: string[], after: string[]) => {
    const steps = findChanges(before, after, (item) => item)
    assert.deepEqual(
      steps.filter(({ kind }) => kind !== "inserted").map(({ item }) => item),
      before,
    )
    assert.deepEqual(
      steps.filter(({ kind }) => kind !== "deleted").map(({ item }) => item),
      after,
    )
  }
  fc.assert(fc.property(letters, letters, check))
  check(
    Array.from({ length: 5_000 }, (_, n) => `x${n}`),
    Array.from({ length: 5_000 }, (_, n) => `y${n}`),
  )
})
