import assert from "node:assert/strict"
import { test } from "node:test"
import { maxJobTries, waitMs } from "./backoff.ts"

test("the wait doubles from five seconds to an hour, and half of it is random", () => {
  const most = Array.from({ length: maxJobTries }, (_, n) => waitMs({ lane: "mail", attempts: n + 1 }, () => 1))
  assert.deepEqual(most.slice(0, 4), [5_000, 10_000, 20_000, 40_000])
  assert.equal(most.at(-1), 3_600_000)
  assert.equal(
    waitMs({ lane: "mail", attempts: 1 }, () => 0),
    2_500,
  )
})

test("a job that a person waits for is tried again after 20, 40 and 60 seconds, and later seldom", () => {
  const waits = [1, 2, 3].map((attempts) => waitMs({ lane: "awaited", attempts }))
  assert.deepEqual(waits, [20_000, 40_000, 60_000])
  assert.equal(
    waitMs({ lane: "awaited", attempts: maxJobTries }, () => 1),
    3_600_000,
  )
})
