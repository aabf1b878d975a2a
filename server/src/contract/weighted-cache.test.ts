import assert from "node:assert/strict"
import { test } from "node:test"
import { WeightedCache } from "./weighted-cache.ts"

test("a cache evicts the least recently read value first, and never stores one that is too heavy", () => {
  const cache = new WeightedCache<string>(10)
  cache.set("a", "A", 4)
  cache.set("b", "B", 4)
  assert.equal(cache.get("a"), "A")
  cache.set("c", "C", 4)
  assert.deepEqual(
    ["a", "b", "c"].map((key) => cache.get(key)),
    ["A", undefined, "C"],
  )
  cache.set("a", "A again", 6)
  assert.deepEqual([cache.get("a"), cache.get("c")], ["A again", "C"], "a value is weighed again")
  assert.equal(cache.set("d", "D", 11), "D")
  assert.deepEqual([cache.get("d"), cache.get("a")], [undefined, "A again"])
})
