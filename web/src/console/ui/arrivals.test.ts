import assert from "node:assert/strict"
import { describe, test } from "node:test"
import { arrivalsIn, hasMoreRows } from "./arrivals.ts"

describe("rows that have come", () => {
  const list = (...ids: string[]) => ({ items: ids.map((id) => ({ id })) })

  test("are those that were not there before, in every list of an answer", () => {
    const before = { sales: list("a"), links: { links: [{ id: "b" }] }, writes: [] }
    const after = { sales: list("c", "a"), links: { links: [{ id: "b" }] }, writes: [{ id: "d" }] }
    assert.deepEqual(arrivalsIn(before, after, true), ["c", "d"])
    assert.deepEqual(arrivalsIn(list("a"), list("a", "b"), false), ["b"])
  })

  test("are not those that moved up because one above them went", () => {
    const before = { pages: [list("a", "b"), list("c")], pageParams: [undefined, "x"] }
    const after = { pages: [list("b", "c"), { ...list("d"), nextCursor: "y" }], pageParams: [undefined, "x"] }
    assert.equal(hasMoreRows("list-purchases", after), true)
    assert.deepEqual(arrivalsIn(before, after, true), [])
  })
})
