export type ProcessorAccountFault =
  /** The key was revoked, has expired, or was copied wrongly. */
  | "secret-refused"
  /** The key may not do what selling needs. */
  | "right-missing"
  | "cannot-charge"
  /** The processor account has withdrawn our access. */
  | "disconnected"

export interface ProcessorAccountState {
  /** Its id at the processor (`acct_…`); null where the key may not read it. */
  processorId: string | null
  fault: ProcessorAccountFault | null
}

/**
 * An `inquiry` takes no money, and ends `closed` or `open`. An `answered` dispute has its evidence. A `lost` one may be
 * `appealed`. A `prevented` one never began.
 */
export type DisputeState = "inquiry" | "closed" | "open" | "answered" | "won" | "lost" | "appealed" | "prevented"

export interface Dispute {
  id: string
  state: DisputeState
  /** Minor units of `currency`. */
  amountCents: number
  currency: string
  /** The processor's word for why, such as `fraudulent`. */
  reason: string
  /** Until when it can be answered, in epoch milliseconds; null when it cannot. */
  dueBy: number | null
  /** Epoch milliseconds, by the processor's clock. */
  createdAt: number
}

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

/** A new webhook. The processor returns its secret only once. */
export interface Hook {
  id: string
  secret: string
}

/** Why a webhook cannot be made: the key may not make one, or the processor does not take the address or one more. */
export type HookRefusal = "right-missing" | "not-accepted"

/** The domain of the payment form at a processor account, and the wallets that the form may offer there. */
export interface PaymentDomain {
  /** False when the account's owner has switched the domain off. */
  isEnabled: boolean
  applePay: boolean
  googlePay: boolean
  link: boolean
}

/** Why a domain cannot be registered: the key may not do it, or the processor does not take the domain. */
export type PaymentDomainRefusal = "right-missing" | "not-accepted"
