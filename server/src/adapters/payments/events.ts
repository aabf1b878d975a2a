/** A webhook's content. It is only a hint to ask the processor, whose response decides. */
export type PaymentEvent = { id: string; live: boolean } & (
  | { kind: "checkout-session"; checkoutSessionId: string }
  | { kind: "refund"; paymentId: string }
  | { kind: "dispute"; paymentId: string }
  | { kind: "other"; type: string }
)

export interface ListedEvent {
  event: PaymentEvent
  /** Epoch milliseconds, by the processor's clock. */
  createdAt: number
}

export interface EventPage {
  /** Newest first, and only of the last 30 days. */
  events: ListedEvent[]
  /** The cursor of the page with older events; null when there is none. */
  next: string | null
}
