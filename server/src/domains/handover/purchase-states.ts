/** All states of a purchase; `purchases.state` in the database. */
export type PurchaseState =
  | "created"
  | "open"
  | "pending_async"
  | "paid"
  | "fulfilled"
  | "fulfil_failed"
  | "expired"
  | "failed"
  | "refunding"
  | "refunded"
  | "disputed"
  | "comped"

/** States in which, according to the processor, the money is where it belongs. */
export const atRest: ReadonlySet<PurchaseState> = new Set(["fulfilled", "disputed", "refunded"])

/** States of a purchase that prevent a second one by the same address. The first two can be ended. */
export const underWay: readonly PurchaseState[] = ["created", "open", "pending_async", "paid", "fulfil_failed"]

interface Transition {
  from: readonly PurchaseState[]
  to: PurchaseState
}

/**
 * What may follow what. Each line is one guarded update: it happens when the purchase is in one of `from`, once.
 *
 *     created → open → (pending_async) → paid → fulfilled       comped: made complete, nothing is charged
 *                  ↘ expired, failed ↗ (a late payment)  ↘ disputed ⇄ fulfilled
 *                    all of these → fulfil_failed → paid (the processor's answer did not fit, and then does)
 *                                        paid, fulfilled, fulfil_failed → refunding → refunded
 */
export const transitions = {
  open: { from: ["created"], to: "open" },
  awaitBank: { from: ["open", "expired", "failed"], to: "pending_async" },
  // A payment may still arrive after the session was thought to have ended. The money is there, so it is recorded.
  pay: { from: ["open", "pending_async", "expired", "failed", "fulfil_failed"], to: "paid" },
  refusePayment: { from: ["open", "pending_async", "expired", "failed"], to: "fulfil_failed" },
  // Somebody has decided to accept what was paid.
  acceptPayment: { from: ["fulfil_failed"], to: "paid" },
  fulfil: { from: ["paid"], to: "fulfilled" },
  expire: { from: ["open"], to: "expired" },
  failCreated: { from: ["created"], to: "failed" },
  fail: { from: ["open", "pending_async"], to: "failed" },
  dispute: { from: ["fulfilled"], to: "disputed" },
  winDispute: { from: ["disputed"], to: "fulfilled" },
  // The same for a purchase that was lost before it was delivered, while it was refunded, or while it was unclear.
  winUndelivered: { from: ["disputed"], to: "paid" },
  winRefunding: { from: ["disputed"], to: "refunding" },
  winUnclear: { from: ["disputed"], to: "fulfil_failed" },
  // The bank was faster than our refund, so there is nothing left to refund.
  loseDispute: { from: ["paid", "fulfil_failed", "fulfilled", "disputed", "refunding"], to: "disputed" },
  startRefund: { from: ["paid", "fulfilled", "fulfil_failed"], to: "refunding" },
  refund: { from: ["paid", "fulfilled", "fulfil_failed", "disputed", "refunding"], to: "refunded" },
  // A bank can return a refund days after it was made.
  returnRefund: { from: ["refunded"], to: "refunding" },
} as const satisfies Record<string, Transition>

export type TransitionName = keyof typeof transitions
