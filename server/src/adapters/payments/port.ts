import type {
  Dispute,
  EventPage,
  Hook,
  HookRefusal,
  PaymentDomain,
  PaymentDomainRefusal,
  PaymentEvent,
  ProcessorAccountState,
} from "./answers.ts"

export type * from "./answers.ts"

/** The keys of one processor account. `installation` means the keys in the settings. */
export type ProcessorAccount =
  | { readonly id: "installation" }
  | {
      readonly id: string
      readonly secretKey: string
      readonly publishableKey: string
      readonly webhookSecret: string
    }

export interface CheckoutSessionRequest {
  /** Our own: the purchase's id and attempt. The same key always returns the same checkout session. */
  idempotencyKey: string
  /** The purchase's id; returned with the checkout session. */
  reference: string
  offerId: string
  /** Shown at the processor, so that sales on one processor account can be distinguished. */
  workspaceId: string
  /** Minor units of `currency`, as its `amountRules` allow. */
  amountCents: number
  /** ISO 4217, lower case. */
  currency: string
  title: string
  buyerEmail: string
  /** The address to which a payment method that left the page returns the buyer; contains `{CHECKOUT_SESSION_ID}`. */
  returnUrl: string
  /** Epoch milliseconds, at least 30 minutes ahead. */
  expiresAt: number
  /** The part of the price that a gift code covers; returned with the checkout session. */
  gift?: CheckoutSessionGift
}

export interface CheckoutSessionGift {
  codeId: string
  /** Minor units of the checkout session's currency. */
  discountCents: number
}

export interface CheckoutSession {
  id: string
  /** The secret for the payment form in the buyer's browser; null once the checkout session has ended. */
  clientSecret: string | null
  status: "open" | "complete" | "expired"
  /** `unpaid` with status `complete` is a delayed method under way; `failed` is one that failed. */
  payment: "unpaid" | "paid" | "failed"
  amountCents: number
  currency: string
  reference: string
  offerId: string
  /** False for test mode and for the sandbox. */
  live: boolean
  /** The charge's id, for refunds and disputes; null until there is a charge. */
  paymentId: string | null
  /** When it was paid, in epoch milliseconds by the processor's clock. Null in lists, and until it is paid. */
  paidAt: number | null
  /** Refunded and back with the buyer, in minor units. */
  refundedCents: number
  /** Refunds under way, in minor units: the bank has not confirmed them yet. */
  returningCents: number
  /** Epoch milliseconds. */
  expiresAt: number
  /** The requested address; null if the processor does not return it. With the other fields it restores lost sales. */
  buyerEmail: string | null
  returnUrl: string | null
  gift: CheckoutSessionGift | null
  /** Epoch milliseconds, by the processor's clock. */
  createdAt: number
}

export interface Listing {
  /** Only those created since then, in epoch milliseconds. */
  createdFrom: number
  /** The `next` of the previous page; left out for the first one. */
  cursor?: string
}

export interface CheckoutSessionPage {
  /** Newest first, and only our checkout sessions. Only a hint: refunds and results of delayed payments are missing. */
  checkoutSessions: CheckoutSession[]
  /** The cursor of the page with older checkout sessions; null when there is none. */
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

/** The amounts that can be charged in a currency, in minor units: from minimum to maximum, in steps. */
export interface AmountRules {
  readonly minimumCents: number
  readonly maximumCents: number
  readonly stepCents: number
}

/** The secret key, which charges, and the publishable key, which opens the payment form. */
export type ProcessorAccountKeys = Pick<
  Exclude<ProcessorAccount, { id: "installation" }>,
  "id" | "secretKey" | "publishableKey"
>

type AnyKeys = { id: "installation" } | ProcessorAccountKeys

/** The result of a test of a processor account's keys: `fine`, or the first problem. */
export type KeysVerdict =
  /** `isCompared`: both keys are of one processor account. False when the secret key may not find that out. */
  | { finding: "fine"; isCompared: boolean }
  | { finding: "secret-refused" | "publishable-refused" | "two-accounts" | "cannot-charge" | "sandbox" }
  | { finding: "right-missing"; right: string }

/** A payment processor. Every call names the processor account; every failure is a `ProcessorError`. */
export interface Payments {
  readonly name: "sandbox" | "stripe"
  /** Whether the settings contain the installation's keys. */
  readonly hasInstallation: boolean
  /** Whether checkout sessions of this processor account move real money; one whose `live` differs is not ours. */
  isLive(processorAccount: ProcessorAccount): boolean
  publishableKey(processorAccount: ProcessorAccount): string
  amountRules(currency: string): AmountRules
  /** Checks that both keys are valid, of one account, and have the needed rights. Changes and charges nothing. */
  testKeys(keys: ProcessorAccountKeys): Promise<KeysVerdict>
  /** Finds a processor account's id, and whether it can sell. Changes nothing, charges nothing. */
  findProcessorAccount(processorAccount: AnyKeys): Promise<ProcessorAccountState>
  /** Replaces the webhook of an earlier call, so a call whose response was lost can be repeated. */
  makeHook(processorAccount: ProcessorAccountKeys, url: string): Promise<Hook | { refused: HookRefusal }>
  /** Removes the webhooks that `makeHook` made for this processor account, even if their response was lost. */
  removeHook(processorAccount: ProcessorAccountKeys): Promise<void>
  /** Registers the domain of the payment form with a processor account. Undefined where there are no wallets. */
  registerDomain(keys: AnyKeys, domain: string): Promise<PaymentDomain | { refused: PaymentDomainRefusal } | undefined>
  openCheckoutSession(processorAccount: ProcessorAccount, request: CheckoutSessionRequest): Promise<CheckoutSession>
  findCheckoutSession(
    processorAccount: ProcessorAccount,
    checkoutSessionId: string,
  ): Promise<CheckoutSession | undefined>
  /** Those created meanwhile are not in later pages; all others are. An unknown cursor is an `account-fault`. */
  listCheckoutSessions(processorAccount: ProcessorAccount, listing: Listing): Promise<CheckoutSessionPage>
  /** Ends an open checkout session and returns its final state: the buyer may have paid a moment before. */
  expireCheckoutSession(processorAccount: ProcessorAccount, checkoutSessionId: string): Promise<CheckoutSession>
  /** By default refunds all that is left. A key never refunds twice. A fully refunded charge returns `succeeded`. */
  refund(processorAccount: ProcessorAccount, request: RefundRequest): Promise<Refund>
  /** Lists all disputes of a charge, the oldest first. None when the processor account does not have the charge. */
  listDisputes(processorAccount: ProcessorAccount, paymentId: string): Promise<Dispute[]>
  /** Lists the events of an account by page, even if no webhook brought them. Cursors as in `listCheckoutSessions`. */
  listEvents(processorAccount: ProcessorAccount, listing: Listing): Promise<EventPage>
  /** Reads a webhook. Throws a ServiceError 400 when its signature is invalid or too old. */
  readEvent(
    processorAccount: ProcessorAccount,
    rawBody: Buffer,
    headers: Record<string, string | string[] | undefined>,
  ): PaymentEvent
  close(): Promise<void>
}

/**
 * `refused`: the processor refused the request because of the buyer's address, the amount of a checkout session, or
 * this refund. Nothing happened, and a repetition will not help.
 * `account-fault`: it refused for a reason that no buyer can have caused: keys, rights, the state of the account, a
 * parameter. Nothing happened. Ask again once that is fixed.
 * `failed`: it has stored a response for this key that it will only repeat; ask with the next key.
 * `unknown`: no response, or one that says to try again; it may have happened. Ask again with the same key.
 */
export type ProcessorOutcome = "refused" | "account-fault" | "failed" | "unknown"

export class ProcessorError extends Error {
  override readonly name = "ProcessorError"
  readonly outcome: ProcessorOutcome
  /** Set when the amount was refused: it is below what this processor account charges in the currency. */
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
