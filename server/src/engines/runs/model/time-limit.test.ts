import assert from "node:assert/strict"
import { test } from "node:test"
import type { RunLease } from "../state/run-lease.ts"
import { TimeUp, timeLimit } from "./time-limit.ts"

const minute = 60_000

test("the wait until a model begins is no part of an answer's minutes", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] })
  const excused: number[] = []
  const lease = { workedMs: minute, signal: new AbortController().signal, excuse: (ms: number) => excused.push(ms) }
  const limit = timeLimit(lease as unknown as RunLease, { minutes: 5, silenceMs: 10 * minute })
  t.mock.timers.tick(10 * minute)
  assert.equal(limit.signal.aborted, false)
  limit.hasBegun()
  assert.equal(excused.length, 1)
  t.mock.timers.tick(4 * minute - 1)
  assert.equal(limit.signal.aborted, false)
  t.mock.timers.tick(1)
  assert.ok(limit.signal.reason instanceof TimeUp)
})

test("an answer without minutes left ends at once, and one that never begins ends as well", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] })
  const limitOf = (workedMs: number) => {
    const lease = { workedMs, signal: new AbortController().signal, excuse: () => {} } as unknown as RunLease
    return timeLimit(lease, { minutes: 5, silenceMs: minute })
  }
  const [none, silent] = [limitOf(5 * minute), limitOf(0)]
  t.mock.timers.tick(1)
  assert.deepEqual([none.signal.aborted, silent.signal.aborted], [true, false])
  t.mock.timers.tick(6 * minute)
  assert.equal(silent.signal.aborted, true)
})
