import assert from "node:assert/strict"
import { test } from "node:test"
import { openAllowance } from "./allowance.ts"

test("an allowance grants its burst at once, and then only what refills over time", () => {
  let now = 0
  const take = openAllowance({ atOnce: 5, perSecond: 2 }, () => now)

  assert.deepEqual(
    Array.from({ length: 6 }, () => take(1)),
    [true, true, true, true, true, false],
  )
  now = 1_000
  assert.equal(take(3), false, "only two came back")
  assert.equal(take(2), true)
  now = 1_000_000
  assert.equal(take(6), false, "it never holds more than it gives at once")
  assert.equal(take(5), true)
})
