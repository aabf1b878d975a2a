import Stripe from "stripe"
import { newId } from "#kernel/ids.ts"

export interface StandInAccount {
  secretKey: string
  /** The secret of the webhook that its owner made by hand. Absent: there is none. */
  webhookSecret?: string
  /** Absent: no request works with one. */
  publishableKey?: string
  /** Its id (`acct_…`). Absent: a unique one. */
  id?: string
  /** The refusal of every request with its key. */
  refusal?: "revoked" | "expired" | "disconnected"
  /** The requests that a restricted key may not make: parts of a method and a path, such as `POST /v1/refunds`. */
  forbidden?: readonly string[]
  /** The wallets that Stripe activates on its domains only after they were checked again. */
  slowWallets?: readonly ("apple_pay" | "google_pay" | "link")[]
  /** Whether Stripe does not let it charge yet. */
  isClosed?: boolean
  /** Whether Managed Payments and Adaptive Pricing are on for checkouts that do not switch them off. */
  isManaged?: boolean
}

// biome-ignore lint/suspicious/noExplicitAny: Stripe's objects are as loose as this; the SDK's types judge the other side.
export type StripeObject = Record<string, any> & { id: string; account: StandInAccount }

export interface StandInEvent {
  id: string
  created: number
  account: StandInAccount
  type: string
  object: unknown
}

/** An event in Stripe's form. */
export function toEventBody({ id, created, account, type, object }: StandInEvent): Record<string, unknown> {
  return {
    id,
    object: "event",
    api_version: Stripe.API_VERSION,
    created,
    data: { object },
    livemode: account.secretKey.includes("_live_"),
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  }
}

/** The state of the stand-in. */
export class StripeState {
  readonly accounts = new Map<string, StandInAccount>()
  /** The webhooks that wait to be taken, and all events, oldest first. */
  readonly events: StandInEvent[] = []
  readonly log: StandInEvent[] = []
  readonly signer = new Stripe("sk_test_signer")
  readonly answers = new Map<string, { fingerprint: string; status: number; body: unknown; at: number }>()
  readonly running = new Set<string>()
  readonly #objects = new Map<string, StripeObject>()
  offsetMs = 0
  /** Whether refunds wait at the bank. */
  isBankSlow = false

  /** Epoch seconds, by Stripe's clock. */
  now(): number {
    return Math.floor((Date.now() + this.offsetMs) / 1000)
  }

  add(account: StandInAccount, prefix: string, fields: object): StripeObject {
    const isLive = account.secretKey.includes("_live_")
    const id = newId(prefix === "cs" ? `cs_${isLive ? "live" : "test"}` : prefix)
    const object = { id, account, created: this.now(), livemode: isLive, ...fields }
    this.#objects.set(id, object)
    return object
  }

  find(account: StandInAccount, id: string): StripeObject | undefined {
    const object = this.#objects.get(id)
    return object && isSame(object.account, account) ? object : undefined
  }

  get(id: string): StripeObject {
    const object = this.#objects.get(id)
    if (!object) throw new Error(`The stand-in has no ${id}.`)
    return object
  }

  remove(id: string): void {
    this.#objects.delete(id)
  }

  list(prefix: string): StripeObject[] {
    return [...this.#objects.values()].filter(({ id }) => id.startsWith(`${prefix}_`))
  }

  isOverdue(session: StripeObject): boolean {
    return session.expires_at <= this.now()
  }

  /** Sends a webhook with the object's present state. */
  tell(account: StandInAccount, type: string, object: StripeObject): void {
    const event = { id: newId("evt"), created: this.now(), account, type, object: toBody(object) }
    this.events.push(event)
    this.log.push(event)
  }
}

/** Whether two keys belong to one account. */
export function isSame(one: StandInAccount, other: StandInAccount): boolean {
  return one === other || (one.id !== undefined && one.id === other.id)
}

/** An object as sent: without the stand-in's own fields. */
export function toBody({ account, payment_intent_metadata, ...fields }: StripeObject): Record<string, unknown> {
  return structuredClone(fields)
}
