import type { Inside, Person } from "#access/context.ts"
import type { PurchaseKey } from "../purchases/index.ts"
import { transition } from "./transition.ts"

/**
 * Starts a refund. At once the delivery ends, the address no longer owns the offer, and its unit and gift are free
 * again. A job then returns the money. False when there is nothing to refund.
 * @param reason a sentence for the seller and the buyer.
 */
export async function requestRefund(cx: Inside & Partial<Person>, { id, workspace_id }: PurchaseKey, reason: string) {
  const refund_started_by = cx.accountId ?? null
  const moved = await transition(cx, "startRefund", { id, workspace_id, reason, refund_tries: 0, refund_started_by })
  return moved !== undefined
}
