import { atRest, type PurchaseState } from "../purchase-states.ts"
import type { Purchase } from "./purchase-store.ts"

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** How long after its end a purchase is looked at again for the first time. */
export const firstLookMs = hourMs

/**
 * When the reconciler asks again about a purchase, as epoch milliseconds. For states that only the processor's response
 * can change. The longer ago it was paid or made, the longer the wait. Null when nothing can change any more.
 */
export function nextLook(purchase: Purchase, now: number): number | null {
  if (purchase.settled_outside_at !== null) return null
  if (atRest.has(purchase.state) && purchase.unsettled_since !== null) {
    return lookOften(now - purchase.unsettled_since, now)
  }
  const ageMs = now - (purchase.paid_at ?? purchase.created_at)
  return steps[purchase.state]?.(ageMs, now, purchase) ?? null
}

type Step = (ageMs: number, now: number, purchase: Purchase) => number | null

const steps: Partial<Record<PurchaseState, Step>> = {
  expired: lookSeldom,
  failed: lookSeldom,
  refunded: lookSeldom,
  fulfil_failed: lookOften,
  // A bank takes up to months to decide, and its message may get lost.
  disputed: (_ageMs, now, { dispute }) => (dispute === "lost" ? null : now + 7 * dayMs),
}

/** Every five minutes at first, later once a day. */
function lookOften(ageMs: number, now: number): number {
  return now + Math.min(Math.max(ageMs / 4, 5 * minuteMs), dayMs)
}

/** Four or five times in two weeks. No payment or refund takes longer than that. */
function lookSeldom(ageMs: number, now: number): number | null {
  return ageMs > 14 * dayMs ? null : now + Math.max(hourMs, 3 * ageMs)
}
