import assert from "node:assert/strict"
import { test } from "node:test"
import { toPieces } from "./to-pieces.ts"

test("lists that come item by item are written as lists, with any content", async () => {
  async function* items(...all: unknown[]) {
    yield* all
  }
  const plain = { email: "ada@example.com", passkeys: [], none: null }
  const lazy = { empty: items(), one: items({ a: 1 }), more: items("x", [1], null) }
  const pieces = await Array.fromAsync(toPieces({ ...plain, ...lazy, last: true }))
  assert.deepEqual(JSON.parse(pieces.join("")), {
    ...plain,
    empty: [],
    one: [{ a: 1 }],
    more: ["x", [1], null],
    last: true,
  })
})

test("an item is read once the previous one was consumed", async () => {
  let read = 0
  async function* items() {
    for (; read < 1_000; read++) yield read
  }
  const pieces = toPieces({ items: items() })
  for (let piece = 0; piece < 4; piece++) await pieces.next()
  assert.equal(read, 2)
  await pieces.return(undefined)
})
