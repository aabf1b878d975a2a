/** The keys of one processor account. `installation` is the one that the settings name. */
export type Account =
  | { readonly id: "installation" }
  | {
      readonly id: string
      readonly secretKey: string
      readonly publishableKey: string
      readonly webhookSecret: string
    }

export interface SessionRequest {
  /** Ours: the purchase's id and attempt. The same key gives the same session, however often it is asked. */
  idempotencyKey: string
  /** The purchase's id; comes back on every look at the session. */
  reference: string
  offerId: string
  /** Minor units of `currency`, as its `amountRules` allow. */
  amountCents: number
  /** ISO 4217, lower case. */
  currency: string
  title: string
  buyerEmail: string
  /** Where a payment method that leaves the page comes back to; holds `{CHECKOUT_SESSION_ID}`. */
  returnUrl: string
  /** Epoch milliseconds, at least 30 minutes ahead. */
  expiresAt: number
  /** What of the price a gift code covers; comes back with the session, like the reference. */
  gift?: SessionGift
}

export interface SessionGift {
  codeId: string
  /** Minor units of the session's currency. */
  discountCents: number
}

export interface CheckoutSession {
  id: string
  /** For the payment form in the buyer's browser; null once the session is over. */
  clientSecret: string | null
  status: "open" | "complete" | "expired"
  /** `unpaid` with status `complete` is a delayed method on its way; `failed` is one that came to nothing. */
  payment: "unpaid" | "paid" | "failed"
  amountCents: number
  currency: string
  reference: string
  offerId: string
  /** False for test mode and for the sandbox. */
  live: boolean
  /** The charge's name, for refunds and disputes; null until there is one. */
  paymentId: string | null
  /** What is back with the buyer, in minor units. */
  refundedCents: number
  /** What is on its way back: the bank has not said yet what becomes of it. */
  returningCents: number
  /** Epoch milliseconds. */
  expiresAt: number
  /** As it was asked for; null where the processor does not say. With the rest a lost sale can be written down again. */
  buyerEmail: string | null
  returnUrl: string | null
  gift: SessionGift | null
  /** Epoch milliseconds, by the processor's clock. */
  createdAt: number
}

/** Which of an account's sessions are wanted. */
export interface SessionListing {
  /** Those that were made since then: epoch milliseconds. */
  createdFrom: number
  /** The `next` of the page before; left out for the first one. */
  cursor?: string
}

export interface SessionPage {
  /**
   * Newest first, and only sessions that we have opened. A hint to look: of refunds, and of how a delayed payment ended,
   * it says nothing.
   */
  sessions: CheckoutSession[]
  /** Names the page with what is older; null when there is none. */
  next: string | null
}

export interface RefundRequest {
  paymentId: string
  /** Minor units of the charge's own currency. */
  amountCents?: number
  idempotencyKey: string
}

export interface Refund {
  id: string
  status: "succeeded" | "pending" | "failed"
}

/** What a webhook said, in our words. Only a hint to look: what counts is what the processor answers when asked. */
export type PaymentEvent = { id: string; live: boolean } & (
  | { kind: "session"; sessionId: string }
  | { kind: "refund"; paymentId: string }
  | { kind: "dispute"; paymentId: string; status: "open" | "won" | "lost" }
  | { kind: "other"; type: string }
)

/** The amounts that can be charged in one currency, in its minor units: from one to the other, in steps. */
export interface AmountRules {
  readonly minimumCents: number
  readonly maximumCents: number
  readonly stepCents: number
}

/** A payment processor. Every call names the account; every failure is a `ProcessorError`. */
export interface Payments {
  readonly name: "sandbox" | "stripe"
  /** Whether sessions of this account move real money; a session whose `live` differs is not ours. */
  isLive(account: Account): boolean
  publishableKey(account: Account): string
  /** Which amounts the processor charges in a currency (ISO 4217, lower case). */
  amountRules(currency: string): AmountRules
  openSession(account: Account, request: SessionRequest): Promise<CheckoutSession>
  /** Undefined when the processor does not know the session. */
  findSession(account: Account, sessionId: string): Promise<CheckoutSession | undefined>
  /**
   * The sessions of an account, a page at a time. What is made while pages are read is in none of the later ones; nothing
   * else is left out. A cursor that the processor does not know is an `account-fault`.
   */
  listSessions(account: Account, listing: SessionListing): Promise<SessionPage>
  /** Ends an open session and answers it as it then is: a buyer may have paid a moment before. */
  expireSession(account: Account, sessionId: string): Promise<CheckoutSession>
  /**
   * Pays `amountCents` back; left out, all that is left. The same key never pays back twice; a charge that is paid back
   * in full is `succeeded`.
   */
  refund(account: Account, request: RefundRequest): Promise<Refund>
  /** Reads a webhook. Throws a ServiceError 400 when signature or age do not hold. */
  readEvent(account: Account, rawBody: Buffer, headers: Record<string, string | string[] | undefined>): PaymentEvent
  close(): Promise<void>
}

/**
 * `refused`: the processor said no to what was asked: to the buyer's address or the amount of a session, to paying back
 * this charge. Nothing happened, and asking for the same again will not help.
 * `account-fault`: it said no for a reason that no buyer can have caused: keys, rights, the state of the account, a
 * parameter. Nothing happened. Ask again once that is mended.
 * `failed`: it keeps an answer for this key that it will only repeat; ask with the next key.
 * `unknown`: no answer, or one that says to try again; it may have happened. Ask again with the same key.
 */
export type ProcessorOutcome = "refused" | "account-fault" | "failed" | "unknown"

export class ProcessorError extends Error {
  override readonly name = "ProcessorError"
  readonly outcome: ProcessorOutcome
  /** Set where it was the amount that was refused: less than this account charges in the currency. */
  readonly about: "amount" | undefined

  constructor(
    outcome: ProcessorOutcome,
    message: string,
    detail: { about?: "amount" | undefined; cause?: unknown } = {},
  ) {
    super(message, { cause: detail.cause })
    this.outcome = outcome
    this.about = detail.about
  }
}
