import assert from "node:assert/strict"
import { test } from "node:test"
import fc from "fast-check"
import { minuteMs } from "#kernel/time/units.ts"
import { type EditingSession, partSessions, type Written } from "./part-sessions.ts"

const begun = (accountId: string, at: number): EditingSession => ({
  people: new Map([[accountId, { first: at, last: at }]]),
  before: new Map(),
})
/** Updates from writers and minutes, numbered from 1. */
const written = (...all: readonly [accountId: string, at: number][]): Written[] =>
  all.map(([accountId, at], n) => ({ seq: n + 1, accountId, at: at * minuteMs }))
const endsOf = (updates: readonly Written[], begins?: number) =>
  partSessions(begun("ada", 0), updates, begins).ended.map(({ upTo }) => upTo)

test("writing without a long pause is one session; a pause of ten minutes ends it", () => {
  assert.deepEqual(endsOf(written(["ada", 1], ["ada", 9], ["ada", 18])), [])
  assert.deepEqual(endsOf(written(["ada", 1], ["ada", 11])), [1])
})

test("a long session is split each hour", () => {
  assert.deepEqual(
    endsOf(written(...Array.from({ length: 25 }, (_, n) => ["ada", (n + 1) * 5] as [string, number]))),
    [11, 23],
  )
})

test("a new writer begins a session, which both share when they write by turns", () => {
  const { ended, present } = partSessions(
    begun("ada", 0),
    written(["ada", 1], ["ben", 2], ["ada", 3], ["ben", 4], ["ada", 5]),
  )
  assert.deepEqual(
    ended.map(({ upTo, session }) => [upTo, [...session.people.keys()]]),
    [[1, ["ada"]]],
  )
  assert.deepEqual([...present.people.keys()].sort(), ["ada", "ben"])
})

test("an update named in `begins` begins a session", () => {
  assert.deepEqual(endsOf(written(["ada", 1], ["ada", 2]), 2), [1])
})

test("sessions are shorter than an hour, and splitting updates into batches gives the same ends", () => {
  const who = fc.constantFrom("ada", "ben", "cem")
  const updates = fc.array(fc.tuple(who, fc.integer({ min: -1, max: 30 })), { maxLength: 60 })
  fc.assert(
    fc.property(updates, fc.integer({ min: 0, max: 60 }), (steps, cut) => {
      let at = 0
      const all = written(
        ...steps.map(([accountId, step]): [string, number] => {
          at += step
          return [accountId, at]
        }),
      )
      const whole = partSessions(begun("ada", 0), all)
      const ends = whole.ended.map(({ upTo }) => upTo)
      assert.deepEqual(
        ends,
        [...new Set(ends)].sort((one, other) => one - other),
      )
      for (const { session } of whole.ended) {
        const times = [...session.people.values()]
        const span = Math.max(...times.map(({ last }) => last)) - Math.min(...times.map(({ first }) => first))
        assert.ok(span < 60 * minuteMs)
      }
      // Two batches give the same ends.
      const first = partSessions(begun("ada", 0), all.slice(0, cut))
      const rest = partSessions(first.present, all.slice(cut))
      assert.deepEqual(
        [...first.ended, ...rest.ended].map(({ upTo }) => upTo),
        ends,
      )
    }),
  )
})
