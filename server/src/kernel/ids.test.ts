import assert from "node:assert/strict"
import { test } from "node:test"
import { newId, newShortKey, randomText } from "./ids.ts"

test("ten thousand ids carry their prefix and never repeat", () => {
  const ids = Array.from({ length: 10_000 }, () => newId("offer"))
  assert.equal(new Set(ids).size, ids.length)
  assert.ok(ids.every((id) => /^offer_[0-9A-Za-z]{22}$/.test(id)))
})

test("a short key is four lower-case letters or digits", () => {
  for (let n = 0; n < 1_000; n += 1) assert.match(newShortKey(), /^[a-z0-9]{4}$/)
})

test("each letter of the alphabet is drawn about equally often", () => {
  const counts = new Map<string, number>()
  for (const letter of randomText("abcdefghij", 100_000)) counts.set(letter, (counts.get(letter) ?? 0) + 1)
  assert.equal(counts.size, 10)
  for (const count of counts.values()) assert.ok(Math.abs(count - 10_000) < 600, `${count} is six sigma away`)
})
