import assert from "node:assert/strict"
import { test } from "node:test"
import { listOf } from "./cursor.ts"

const links = listOf("links")
const docs = listOf("docs")
const rows = [3, 2, 1].map((at) => ({ at, id: `x_${at}` }))

test("one row too many makes a next page, and is not on this one", () => {
  const page = links.toPage(rows, 2, (row) => row)
  assert.deepEqual(page.items, rows.slice(0, 2))
  assert.deepEqual(links.read(page.nextCursor), { at: 2, id: "x_2" })
  assert.equal(links.toPage(rows, 3, (row) => row).nextCursor, undefined)
})

test("without a cursor it is the first page", () => assert.equal(links.read(undefined), undefined))

test("a cursor is good for its own list, and told to be of another one elsewhere", () => {
  const { nextCursor } = links.toPage(rows, 1, (row) => row)
  assert.throws(() => docs.read(nextCursor), { code: "invalid_request", message: "`cursor` belongs to another list." })
})

test("text that is no cursor is refused", () => {
  const made = ["1:a b", "links 1:a b", "links 1:", "links", "1:a", "links 9999999999999999:a"]
  const texts = ["", "1", "%%%", "a".repeat(10_000), ...made.map((text) => Buffer.from(text).toString("base64url"))]
  for (const text of texts) {
    assert.throws(() => links.read(text), { code: "invalid_request", message: "`cursor` is not one of ours." }, text)
  }
})
