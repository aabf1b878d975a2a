import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { entriesThatFit, fit } from "./fit-result.ts"

const most = 2_000
const rows = (count: number) => Array.from({ length: count }, (_, id) => ({ id, text: `ö "row" ${id}\n` }))
const cut = (value: unknown) => {
  const text = fit(value, most)
  assert.ok(text.length <= most, `${text.length} characters`)
  return JSON.parse(text)
}

test("a result that fits is not changed", () => {
  for (const value of [{ rows: rows(3) }, { answer: "a" }, [1], null, "a"]) {
    assert.equal(fit(value, most), JSON.stringify(value))
  }
})

test("the largest list is cut at an entry, wherever it is, and the rest stays", () => {
  for (const wrap of [
    (list: unknown) => ({ rows: list, nextCursor: "c" }),
    (list: unknown) => ({ answer: { found: { rows: list } }, nextCursor: "c" }),
    (list: unknown) => ({ answer: JSON.stringify({ rows: list }), nextCursor: "c" }),
  ]) {
    const { left_out, nextCursor, ...rest } = cut(wrap(rows(500)))
    const { answer = rest } = rest
    const list = (answer.found ?? answer).rows
    assert.ok(list.length > 20, `${list.length} entries are kept`)
    assert.deepEqual(list, rows(list.length))
    assert.equal(left_out, `${500 - list.length} more are left out; ask for less at once`)
    assert.equal(nextCursor, "c")
  }
})

test("a long text is cut at the end of a line or a word", () => {
  const { answer, left_out } = cut({ answer: "a line of words\n".repeat(1_000) })
  assert.match(answer, /^(a line of words\n)+a line of words…$/)
  assert.match(left_out, /^\d+ more letters are left out/)
  assert.match(cut({ rows: [{ text: "word ".repeat(1_000) }, "b"] }).rows[0].text, /^(word )+word…$/)
})

test("any answer is cut to valid JSON of the allowed length", () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), fc.integer({ min: 300, max: 3_000 }), (value, limit) => {
      const text = fit({ answer: value, more: rows(9) }, limit)
      assert.ok(text.length <= limit, `${text.length} of ${limit}`)
      JSON.parse(text)
    }),
    { numRuns: 2_000 },
  )
})

test("a list is read again with so many entries that it fits with a cursor", () => {
  const kept = entriesThatFit({ links: rows(500), total: 500 }, most) ?? 0
  const again = { links: rows(kept), total: 500, nextCursor: "c".repeat(200) }
  const size = JSON.stringify(again).length
  assert.ok(size <= most && size > most - 100, `${size} characters`)
  assert.equal(entriesThatFit({ links: rows(3) }, most), undefined)
  assert.equal(entriesThatFit({ links: rows(500), folders: [] }, most), undefined, "which list, is not known")
  assert.equal(entriesThatFit({ links: ["x".repeat(3_000), "b"] }, most), undefined, "no entry fits")
})
