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

/** States in which the processor has confirmed who has the money. */
export const atRest: ReadonlySet<PurchaseState> = new Set(["fulfilled", "disputed", "refunded"])

/** States of a purchase that prevent a second one by the same address. The first two can be ended. */
export const underWay: readonly PurchaseState[] = ["created", "open", "pending_async", "paid", "fulfil_failed"]
