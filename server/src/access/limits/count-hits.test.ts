import assert from "node:assert/strict"
import { test } from "node:test"
import { openMemoryCounters } from "#adapters/counters/memory.ts"
import type { Counters } from "#adapters/counters/port.ts"
import { countHits, peekHits } from "./count-hits.ts"

const limit = { hits: 5, windowMs: 60_000 }
const mayGoOn = async (counters: Counters, key: string) => {
  const counted = await countHits(counters, key, limit)
  return counted.hits <= counted.limit
}

test("each /64 of a /48 has its own quota, and all together have eight quotas", async () => {
  const counters = openMemoryCounters()
  const taken: number[] = []
  for (let home = 0; home < 100; home++) {
    let hits = 0
    while (hits < 10 && (await mayGoOn(counters, `mail:2001:db8:7:${home.toString(16)}::/64:who`))) hits += 1
    taken.push(hits)
  }
  assert.deepEqual(taken, [...Array(8).fill(5), ...Array(92).fill(0)])
  assert.equal(await mayGoOn(counters, "mail:2001:db8:8:0::/64:who"), true, "the next /48 has its own")
  assert.equal(await mayGoOn(counters, "mail:203.0.113.7:who"), true)
})

test("hits above a /64's own limit do not count against its neighbours", async () => {
  const counters = openMemoryCounters()
  for (let hit = 0; hit < 1_000; hit++) await countHits(counters, "2001:db8:7:1::/64", limit)

  assert.equal(await mayGoOn(counters, "2001:db8:7:2::/64"), true)
  assert.equal((await peekHits(counters, "2001:db8:7:1::/64", limit))?.limit, 5)
})

test("peeking returns the count nearer to its limit, and counts nothing", async () => {
  const counters = openMemoryCounters()
  assert.equal(await peekHits(counters, "2001:db8:7:1::/64", limit), undefined)
  for (let home = 0; home < 39; home++) await countHits(counters, `2001:db8:7:${home.toString(16)}::/64`, limit)

  for (let peeks = 0; peeks < 3; peeks++) {
    const { hits, limit: most } = (await peekHits(counters, "2001:db8:7:ffff::/64", limit)) ?? {}
    assert.deepEqual([hits, most], [39, 40])
  }
})

test("of two counts that are as near to their limits, the network's own counts", async () => {
  const counters = openMemoryCounters()
  for (let home = 0; home < 35; home++) await countHits(counters, `2001:db8:7:${home.toString(16)}::/64`, limit)
  for (let hit = 0; hit < 4; hit++) await countHits(counters, "2001:db8:7:ffff::/64", limit)

  const { hits, limit: most } = (await peekHits(counters, "2001:db8:7:ffff::/64", limit)) ?? {}
  assert.deepEqual([hits, most], [4, 5])
})

test("a window ends at most its own length from now, even if the counters' clock is wrong", async () => {
  const setBack = async () => ({ hits: 1, resetMs: 3_660_000 })
  const counters: Counters = { hit: setBack, peek: setBack, close: async () => {} }

  assert.equal((await countHits(counters, "2001:db8:7:1::/64", limit)).resetMs, 60_000)
  assert.equal((await peekHits(counters, "203.0.113.7", limit))?.resetMs, 60_000)
})
