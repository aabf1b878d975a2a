import assert from "node:assert/strict"
import { test } from "node:test"
import { dayMs, hourMs, minuteMs } from "#kernel/time/units.ts"
import { nextPoll } from "./next-poll.ts"
import type { Purchase } from "./purchase-store.ts"

const now = Date.UTC(2026, 10, 20, 12)

/** How long until the next poll of a purchase; null: never. */
function waitOf(columns: Partial<Purchase>): number | null {
  const at = nextPoll({ settled_outside_at: null, unsettled_since: null, paid_at: null, ...columns } as Purchase, now)
  return at === null ? null : at - now
}

test("a delivered purchase is polled thirty and ninety days after its payment", () => {
  const paidAgo = (ms: number) => waitOf({ state: "fulfilled", paid_at: now - ms, created_at: 0 })
  assert.equal(paidAgo(0), 30 * dayMs)
  assert.equal(paidAgo(29 * dayMs), dayMs)
  assert.equal(paidAgo(30 * dayMs), 60 * dayMs)
  assert.equal(paidAgo(90 * dayMs), null)
})

test("an unpaid purchase is polled after three times its age, an hour at least, for two weeks", () => {
  for (const state of ["expired", "failed", "refunded"] as const) {
    const madeAgo = (ms: number) => waitOf({ state, created_at: now - ms })
    assert.equal(madeAgo(0), hourMs)
    assert.equal(madeAgo(hourMs), 3 * hourMs)
    assert.equal(madeAgo(14 * dayMs), 42 * dayMs)
    assert.equal(madeAgo(14 * dayMs + 1), null)
  }
})

test("a purchase that could not be delivered is polled after a quarter of its age, from five minutes to a day", () => {
  const madeAgo = (ms: number) => waitOf({ state: "fulfil_failed", created_at: now - ms })
  assert.equal(madeAgo(0), 5 * minuteMs)
  assert.equal(madeAgo(hourMs), 15 * minuteMs)
  assert.equal(madeAgo(8 * dayMs), dayMs)
})

test("a doubt about a completed purchase is polled by the age of the doubt", () => {
  for (const state of ["fulfilled", "disputed", "refunded"] as const)
    assert.equal(waitOf({ state, created_at: 0, unsettled_since: now - hourMs }), 15 * minuteMs)
  assert.equal(waitOf({ state: "expired", created_at: now - hourMs, unsettled_since: now - 4 * hourMs }), 3 * hourMs)
})

test("a dispute is polled each week, and for 120 days after it was lost", () => {
  const disputed = (columns: Partial<Purchase>) => waitOf({ state: "disputed", created_at: 0, ...columns })
  assert.equal(disputed({ dispute: "open", dispute_ended_at: null }), 7 * dayMs)
  assert.equal(disputed({ dispute: "lost", dispute_ended_at: now - 120 * dayMs }), 7 * dayMs)
  assert.equal(disputed({ dispute: "lost", dispute_ended_at: now - 120 * dayMs - 1 }), null)
  assert.equal(disputed({ dispute: "open", dispute_ended_at: now - 200 * dayMs }), 7 * dayMs)
})

test("a purchase that people settled, or that is under way, is not polled", () => {
  assert.equal(waitOf({ state: "fulfilled", created_at: now, settled_outside_at: now }), null)
  assert.equal(waitOf({ state: "open", created_at: now }), null)
})
