import assert from "node:assert/strict"
import { test } from "node:test"
import { readCursor, toPage, writeCursor } from "./cursor.ts"

test("a cursor is read back as it was written", () => {
  const place = { at: 1_795_000_000_000, id: "purchase_3kTMd" }
  assert.deepEqual(readCursor(writeCursor(place)), place)
})

test("text that is no cursor is refused", () => {
  for (const text of ["", "1", "%%%", Buffer.from("1:a b").toString("base64url"), "a".repeat(10_000)]) {
    assert.throws(() => readCursor(text), { code: "invalid_request" })
  }
})

test("one row too many makes a next page, and is not on this one", () => {
  const rows = [3, 2, 1].map((at) => ({ at, id: `x_${at}` }))
  const page = toPage(rows, 2, (row) => row)
  assert.deepEqual(page.items, rows.slice(0, 2))
  assert.deepEqual(readCursor(page.nextCursor ?? ""), { at: 2, id: "x_2" })
  assert.equal(toPage(rows, 3, (row) => row).nextCursor, undefined)
})
