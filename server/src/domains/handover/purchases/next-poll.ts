import { dayMs, hourMs, minuteMs } from "#kernel/time/units.ts"
import { atRest, type PurchaseState } from "../purchase-states.ts"
import type { Purchase } from "./purchase-store.ts"

/** When the reconciler asks again, as epoch milliseconds: the older the purchase, the longer the wait. Null: never. */
export function nextPoll(purchase: Purchase, now: number): number | null {
  if (purchase.settled_outside_at !== null) return null
  if (atRest.has(purchase.state) && purchase.unsettled_since !== null) {
    return pollOften(now - purchase.unsettled_since, now)
  }
  const ageMs = now - (purchase.paid_at ?? purchase.created_at)
  return steps[purchase.state]?.(ageMs, now, purchase) ?? null
}

type Step = (ageMs: number, now: number, purchase: Purchase) => number | null

const steps: Partial<Record<PurchaseState, Step>> = {
  expired: pollSeldom,
  failed: pollSeldom,
  refunded: pollSeldom,
  fulfil_failed: pollOften,
  fulfilled: pollTwice,
  // A bank takes up to months to decide, and its message may get lost. A lost dispute can be appealed.
  disputed: (_ageMs, now, { dispute, dispute_ended_at }) =>
    dispute === "lost" && now - (dispute_ended_at ?? 0) > appealMs ? null : now + 7 * dayMs,
}

/** How long a lost dispute is still checked. Banks accept appeals for a shorter time. */
const appealMs = 120 * dayMs

/** Checks after 30 and 90 days, in case webhooks and event lists both missed a refund or a dispute. */
function pollTwice(ageMs: number, now: number): number | null {
  const at = [30 * dayMs, 90 * dayMs].find((one) => ageMs < one)
  return at === undefined ? null : now - ageMs + at
}

function pollOften(ageMs: number, now: number): number {
  return now + Math.min(Math.max(ageMs / 4, 5 * minuteMs), dayMs)
}

/** Four or five times in two weeks. No payment or refund takes longer than that. */
function pollSeldom(ageMs: number, now: number): number | null {
  return ageMs > 14 * dayMs ? null : now + Math.max(hourMs, 3 * ageMs)
}
