import assert from "node:assert/strict"
import { test } from "node:test"
import { listOf, sortedListOf } from "./cursor.ts"

const placeOf = (row: { at: number; id: string }) => row
const links = listOf("links", placeOf)
const docs = listOf("docs", placeOf)
const rows = [3, 2, 1].map((at) => ({ at, id: `x_${at}` }))

/** The place that a list reads from a cursor. */
async function placeIn(list: typeof links, cursor: string | undefined) {
  let place: unknown
  await list.find({ limit: 1, cursor }, async (part) => {
    place = part.place
    return []
  })
  return place
}

test("one extra row makes a next page, and is not on this page", async () => {
  const page = await links.find({ limit: 2 }, async () => rows)
  assert.deepEqual(page.items, rows.slice(0, 2))
  assert.deepEqual(await placeIn(links, page.nextCursor), { at: 2, id: "x_2" })
  assert.equal((await links.find({ limit: 3 }, async () => rows)).nextCursor, undefined)
})

test("without a cursor it is the first page", async () => assert.equal(await placeIn(links, undefined), undefined))

test("a cursor is valid for its own list, and another list says that it belongs to a different one", async () => {
  const { nextCursor } = await links.find({ limit: 1 }, async () => rows)
  const refusal = { code: "invalid_request", message: "`cursor` belongs to another list." }
  await assert.rejects(placeIn(docs, nextCursor), refusal)
})

test("a list refuses text that is no cursor", async () => {
  const made = ["1:a b", "links 1:a b", "links 1:", "links", "1:a", "links 9999999999999999:a"]
  const texts = ["", "1", "%%%", "a".repeat(10_000), ...made.map((text) => Buffer.from(text).toString("base64url"))]
  for (const text of texts) {
    await assert.rejects(
      placeIn(links, text),
      { code: "invalid_request", message: "`cursor` is not one of ours." },
      text,
    )
  }
})

test("a sorted list's cursor belongs to its column and direction, and reads only values of the column's kind", async () => {
  const files = sortedListOf("files", ["name"])
  const named = [
    { id: "x_1", name: "ä: 1" },
    { id: "x_2", name: "b" },
  ]
  const find = async (sort: string, cursor?: string) => {
    let part: unknown
    const page = await files.find({ sort, limit: 1, cursor }, async (asked) => {
      part = asked
      return named
    })
    return { part, cursor: page.nextCursor }
  }
  const { cursor } = await find("-name")
  const order = { column: "name", isDescending: true }
  assert.deepEqual((await find("-name", cursor)).part, { limit: 1, place: { at: "ä: 1", id: "x_1" }, order })
  for (const sort of ["name", "-size"]) await assert.rejects(find(sort, cursor), { message: /another list/ })
  const forged = Buffer.from("files-by-size-up YWJj:x_1").toString("base64url")
  await assert.rejects(find("size", forged), { message: /not one of ours/ })
})
