import assert from "node:assert/strict"
import { test } from "node:test"
import { backoffMs, maxJobTries } from "./backoff.ts"

test("the wait doubles from five seconds to an hour, and half of it is random", () => {
  const most = Array.from({ length: maxJobTries }, (_, n) => backoffMs(n + 1, () => 1))
  assert.deepEqual(most.slice(0, 4), [5_000, 10_000, 20_000, 40_000])
  assert.equal(most.at(-1), 3_600_000)
  assert.equal(
    backoffMs(1, () => 0),
    2_500,
  )
})
