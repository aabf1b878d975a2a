import assert from "node:assert/strict"
import { test } from "node:test"
import { counterContract } from "./contract.ts"
import { openMemoryCounters } from "./memory.ts"

counterContract(async () => openMemoryCounters())

test("past the limit of keys the window that began first is forgotten, and no other", async () => {
  const counters = openMemoryCounters(3)
  for (const key of ["a", "b", "c", "a", "d"]) await counters.hit(key, 60_000)

  assert.equal(await counters.peek("a"), undefined)
  for (const key of ["b", "c", "d"]) assert.equal((await counters.peek(key))?.hits, 1)
})

test("fifty thousand keys keep no more than the limit", async () => {
  const counters = openMemoryCounters(1_000)
  for (let index = 0; index < 50_000; index++) await counters.hit(`key ${index}`, 60_000)

  assert.equal(await counters.peek("key 48999"), undefined)
  assert.equal((await counters.peek("key 49000"))?.hits, 1)
})
