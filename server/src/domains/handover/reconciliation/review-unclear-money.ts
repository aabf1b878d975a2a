import type { Context } from "#access/context.ts"
import { dayMs } from "#kernel/time/units.ts"
import {
  listCleared,
  listUnreported,
  reportPurchase,
  startSilence,
  type UnclearMoney,
  updateUnclearMoney,
} from "../payments/index.ts"
import { atRest } from "../purchase-states.ts"
import type { Purchase } from "../purchases/index.ts"

/** How long a purchase's money may wait for its delivery or its refund before people are asked. */
export const patienceMs = dayMs

/** How long the processor may be silent about an overdue checkout, or about a delayed payment. */
const silence = { checkoutMs: dayMs, delayedMs: 21 * dayMs }

/** Adds payments that have waited for a day, and settles entries that have been resolved since. */
export async function reviewUnclearMoney(cx: Context): Promise<void> {
  const now = cx.now()
  for (const { id, ...purchase } of await listCleared(cx)) {
    const set = { settled_at: now, settled_as: endOf(purchase) }
    await cx.atomically((cx) => updateUnclearMoney(cx, id, set))
  }
  await cx.atomically(async (cx) => {
    await startSilence(cx, now - silence.checkoutMs, now - silence.delayedMs)
    for (const purchase of await listUnreported(cx, now - patienceMs)) {
      await reportPurchase(cx, purchase, reasonOf(purchase))
    }
  })
}

function reasonOf({ state, reason }: Purchase): string {
  if (atRest.has(state)) return "Stripe reports a different status than before."
  return reason ?? "Paid, but neither delivered nor refunded."
}

function endOf({ state, dispute }: Pick<Purchase, "state" | "dispute">): UnclearMoney["settled_as"] {
  if (state === "refunded" || state === "refunding" || dispute === "lost") return "refunded"
  return state === "fulfilled" || state === "disputed" ? "delivered" : "unpaid"
}
