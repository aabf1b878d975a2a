import type { JobPayloads } from "#jobs/jobs.ts"
import { hourMs } from "#kernel/time/units.ts"
import { type PurchaseState, underWay } from "../purchase-states.ts"

/** Delay until the reconciler first checks an ended purchase again. */
export const firstPollMs = hourMs

type Column = "fulfilled_at" | "refund_started_at" | "refunded_at" | "owner_key" | "checkout_key" | "reason"

interface Transition {
  readonly from: readonly PurchaseState[]
  readonly to: PurchaseState
  readonly stamps?: readonly Column[]
  readonly clears?: readonly Column[]
  /** Starts or ends the time for which the money waits to be delivered, refunded or decided about. */
  readonly unsettled?: "from now on" | "no more"
  /** When the reconciler asks the processor again. */
  readonly pollsAgain?: "now" | "in an hour"
  /** The purchase gets its checkout key back, unless another purchase has it. */
  readonly revives?: "address"
  /** Every link and file address ends. */
  readonly ends?: "delivery"
  /** The unit of limited stock and the gift are free again. */
  readonly frees?: "what it holds" | "what was not delivered"
  readonly spends?: "gift"
  /** Mails the buyer, notifies the seller, and ends the address's other open checkouts. */
  readonly hands?: "over"
  readonly mails?: "buyer" | "buyer if it takes a day"
  readonly tells?: Exclude<JobPayloads["mail-seller"]["event"], "sold">
  readonly enqueues?: "refund-purchase"
  readonly refunds?: "whole charge"
  /** The event for webhooks. Events of disputes follow the bank's decision: `announcedBy` in `purchase-events.ts`. */
  readonly announces?: "completed" | "refunded"
}

/** States that keep a column. A transition to any other state clears it, whatever `transitions` says. */
export const keeps: Readonly<Record<"network" | "checkout_key", ReadonlySet<PurchaseState>>> = {
  /** The client's network is stored only while the checkout may be paid. */
  network: new Set(["created", "open", "pending_async"]),
  /** In these states the address cannot buy the offer a second time. */
  checkout_key: new Set([...underWay, "fulfilled", "comped", "disputed"]),
}

const whileItMayBePaid = ["open", "pending_async", "expired", "failed"] as const
const ended = { pollsAgain: "in an hour", frees: "what it holds" } as const

/** Every transition and all that it causes in its transaction. Each is one guarded update from the `from` states. */
export const transitions = {
  open: { from: ["created"], to: "open" },
  awaitBank: { from: ["open", "expired", "failed"], to: "pending_async", revives: "address", mails: "buyer" },
  // A payment may still arrive after the checkout session seemed to have ended. The money is there: it is recorded.
  pay: {
    from: [...whileItMayBePaid, "fulfil_failed"],
    to: "paid",
    clears: ["reason"],
    unsettled: "from now on",
    revives: "address",
  },
  refusePayment: { from: whileItMayBePaid, to: "fulfil_failed", pollsAgain: "now", revives: "address" },
  // A person has decided to accept the payment as it is.
  acceptPayment: { from: ["fulfil_failed"], to: "paid" },
  fulfil: {
    from: ["paid"],
    to: "fulfilled",
    stamps: ["fulfilled_at"],
    unsettled: "no more",
    spends: "gift",
    hands: "over",
    announces: "completed",
  },
  expire: { from: ["open"], to: "expired", ...ended },
  // No buyer has received a secret to pay with.
  failCreated: { from: ["created"], to: "failed", frees: "what it holds" },
  fail: { from: ["open", "pending_async"], to: "failed", ...ended },
  // The buyer left days ago, and was mailed that the payment is on its way.
  failDebit: { from: ["pending_async"], to: "failed", ...ended, mails: "buyer" },
  dispute: { from: ["fulfilled"], to: "disputed", pollsAgain: "in an hour" },
  winDispute: { from: ["disputed"], to: "fulfilled" },
  // As `winDispute`, for a purchase that a lost dispute ended before delivery, during its refund, or while unclear.
  winUndelivered: { from: ["disputed"], to: "paid", unsettled: "from now on", revives: "address" },
  winRefunding: { from: ["disputed"], to: "refunding", unsettled: "from now on" },
  winUnclear: { from: ["disputed"], to: "fulfil_failed", unsettled: "from now on", revives: "address" },
  // The bank was faster than our refund, so there is nothing left to refund.
  loseDispute: {
    from: ["paid", "fulfil_failed", "fulfilled", "disputed", "refunding"],
    to: "disputed",
    clears: ["owner_key", "checkout_key"],
    unsettled: "no more",
    ends: "delivery",
    frees: "what was not delivered",
  },
  startRefund: {
    from: ["paid", "fulfilled", "fulfil_failed"],
    to: "refunding",
    stamps: ["refund_started_at"],
    clears: ["owner_key"],
    unsettled: "from now on",
    ends: "delivery",
    frees: "what it holds",
    mails: "buyer if it takes a day",
    enqueues: "refund-purchase",
  },
  refund: {
    from: ["paid", "fulfilled", "fulfil_failed", "disputed", "refunding"],
    to: "refunded",
    stamps: ["refunded_at"],
    clears: ["owner_key"],
    unsettled: "no more",
    pollsAgain: "in an hour",
    ends: "delivery",
    frees: "what it holds",
    mails: "buyer",
    tells: "refunded",
    refunds: "whole charge",
    announces: "refunded",
  },
  // A bank can return a refund days after it was made.
  returnRefund: { from: ["refunded"], to: "refunding", clears: ["refunded_at"], unsettled: "from now on" },
} as const satisfies Record<string, Transition>

export type TransitionName = keyof typeof transitions

export const effectsOf = (name: TransitionName): Transition => transitions[name]
