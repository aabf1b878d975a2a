import assert from "node:assert/strict"
import { test } from "node:test"
import { hourMs, minuteMs } from "#kernel/time/units.ts"
import { counterContract } from "#test/contracts/counters/contract.ts"
import { openMemoryCounters } from "./memory.ts"

counterContract(async () => openMemoryCounters())

test("above the limit of keys, the oldest keys with one hit are dropped, and the oldest with more hits", async () => {
  const counters = openMemoryCounters({ short: 4, long: 4 })
  for (const key of ["a", "b", "a", "c", "d", "e"]) await counters.hit(key, minuteMs)
  for (const key of ["b", "c"]) assert.equal(await counters.peek(key), undefined)
  for (const key of ["d", "e"]) assert.equal((await counters.peek(key))?.hits, 1)
  assert.equal((await counters.peek("a"))?.hits, 2)

  for (const key of ["d", "f", "f"]) await counters.hit(key, minuteMs)
  assert.equal(await counters.peek("a"), undefined)
  for (const key of ["d", "f"]) assert.equal((await counters.peek(key))?.hits, 2)
  assert.equal((await counters.peek("e"))?.hits, 1)
})

test("ten thousand keys keep no more than the limit", async () => {
  const counters = openMemoryCounters({ short: 2_000, long: 2_000 })
  for (let index = 0; index < 10_000; index++) await counters.hit(`key ${index}`, minuteMs)

  assert.equal(await counters.peek("key 8999"), undefined)
  assert.equal((await counters.peek("key 9000"))?.hits, 1)
})

test("hourly limits survive fifty thousand networks with limits of every kind", async () => {
  const counters = openMemoryCounters()
  for (let hit = 0; hit < 5; hit++) await counters.hit("pair", hourMs)
  for (let index = 0; index < 50_000; index++) {
    await counters.hit(`reads:network ${index}`, minuteMs)
    await counters.hit(`mails:network ${index}`, hourMs)
    await counters.hit(`mails:network ${index}`, hourMs)
  }
  assert.equal((await counters.hit("pair", hourMs)).hits, 6)
  assert.equal((await counters.peek("mails:network 0"))?.hits, 2, "nor is one of them forgotten")
})
