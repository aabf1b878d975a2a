import assert from "node:assert/strict"
import { createServer } from "node:http"
import type { TestContext } from "node:test"
import { listen } from "../../http/listen.ts"
import { domainsOf } from "./domains.ts"
import { hooksOf } from "./hooks.ts"
import { answerRequest, type Fault, type SeenRequest } from "./http.ts"
import { type StandInAccount, type StandInEvent, type StripeObject, StripeState, toEventBody } from "./state.ts"

/** A webhook as Stripe would post it, signed by the SDK's own signer. */
export interface SignedWebhook {
  type: string
  /** Its address; undefined for a webhook that was made by hand. */
  url?: string
  body: Buffer
  headers: { "stripe-signature": string }
}

export type DisputeStatus =
  | `warning_${"needs_response" | "under_review" | "closed"}`
  | `appeal_${"needs_response" | "under_review"}`
  | "needs_response"
  | "under_review"
  | "won"
  | "lost"
  | "prevented"

export interface StripeStandIn {
  /** For `SVC_PAYMENTS_URL`: `stripe://127.0.0.1:<port>`. */
  url: string
  /** Every received request, with any outcome. */
  requests: SeenRequest[]
  /** The faults of the next requests, in this order. */
  faults: Fault[]
  /** Adds an account. Its objects are unknown to the others. */
  addAccount(account: StandInAccount): void
  /** Revokes a key. */
  revoke(key: string): void
  /** Moves Stripe's clock. */
  advance(ms: number): void
  /** The buyer pays: by card at once, or by a delayed method. */
  pay(sessionId: string, method?: "card" | "delayed"): void
  /** The bank settles a delayed payment. */
  settle(sessionId: string, succeeds: boolean): void
  /** Moves the newest dispute of a sale to a status. Opens one when there is none, or when the newest is over. */
  dispute(sessionId: string, status: DisputeStatus): void
  /** While the bank is slow, refunds wait there; afterwards all of them arrive. */
  slowBank(isSlow: boolean): void
  /** Fails a refund that had seemingly arrived. */
  failRefund(refundId: string): void
  checkoutSessionsOf(reference: string): StripeObject[]
  refundsOf(sessionId: string): StripeObject[]
  /** The data of a session for Stripe's form: whether it always leaves the page, and its return address. */
  formOf(sessionId: string): { alwaysLeaves: boolean; leadsTo: string }
  /** The webhooks that were made for an account, newest first. */
  hooksOf(account: StandInAccount): StripeObject[]
  /** An account's domains for payment methods. */
  domainsOf(account: StandInAccount): StripeObject[]
  /** The webhooks that were sent since the last call. */
  takeWebhooks(): SignedWebhook[]
}

/**
 * Opens a stand-in of Stripe's API on this machine, for the calls that the service makes; closed after the test. A test
 * fails at its end when one of its requests differs from the SDK's declarations.
 */
export async function openStripeStandIn(t: TestContext): Promise<StripeStandIn> {
  const state = new StripeState()
  const requests: SeenRequest[] = []
  const faults: Fault[] = []
  const verdicts: string[] = []
  const standIn = { state, requests, faults, verdicts }
  const server = createServer((request, response) => void answerRequest(standIn, request, response))
  const port = await listen(t, server)
  t.after(() => assert.deepEqual(verdicts, []))
  return {
    url: `stripe://127.0.0.1:${port}`,
    requests,
    faults,
    addAccount: (account) => {
      state.accounts.set(account.secretKey, account)
      if (account.publishableKey) state.accounts.set(account.publishableKey, account)
    },
    revoke: (key) => void state.accounts.delete(key),
    advance: (ms) => {
      state.offsetMs += ms
    },
    pay: (sessionId, method = "card") => pay(state, sessionId, method),
    settle: (sessionId, succeeds) => settle(state, sessionId, succeeds),
    dispute: (sessionId, status) => dispute(state, sessionId, status),
    slowBank: (isSlow) => {
      state.isBankSlow = isSlow
      for (const refund of isSlow ? [] : state.list("re")) if (refund.status === "pending") refund.status = "succeeded"
    },
    failRefund: (refundId) => failRefund(state, refundId),
    checkoutSessionsOf: (reference) => state.list("cs").filter((session) => session.client_reference_id === reference),
    refundsOf: (sessionId) =>
      state.list("re").filter(({ payment_intent }) => payment_intent === state.get(sessionId).payment_intent),
    formOf: (sessionId) => {
      const { redirect_on_completion, return_url } = state.get(sessionId)
      const leadsTo = String(return_url).replaceAll("{CHECKOUT_SESSION_ID}", sessionId)
      return { alwaysLeaves: redirect_on_completion === "always", leadsTo }
    },
    hooksOf: (account) => hooksOf(state, account),
    domainsOf: (account) => domainsOf(state, account),
    takeWebhooks: () => state.events.splice(0).flatMap((event) => send(state, event)),
  }
}

function pay(state: StripeState, sessionId: string, method: "card" | "delayed"): void {
  const session = state.get(sessionId)
  if (session.status !== "open" || state.isOverdue(session)) throw new Error("The session is not open.")
  const intent = state.add(session.account, "pi", {
    object: "payment_intent",
    amount: session.amount_total,
    currency: session.currency,
    metadata: session.payment_intent_metadata,
    latest_charge: null,
    status: "processing",
  })
  Object.assign(session, { status: "complete", payment_intent: intent.id, client_secret: null })
  if (method === "card") succeed(state, session)
  state.tell(session.account, "checkout.session.completed", session)
}

function settle(state: StripeState, sessionId: string, succeeds: boolean): void {
  const session = state.get(sessionId)
  if (succeeds) succeed(state, session)
  else state.get(session.payment_intent).status = "requires_payment_method"
  state.tell(session.account, `checkout.session.async_payment_${succeeds ? "succeeded" : "failed"}`, session)
}

function succeed(state: StripeState, session: StripeObject): void {
  const intent = state.get(session.payment_intent)
  const charge = state.add(session.account, "ch", {
    object: "charge",
    amount: intent.amount,
    amount_refunded: 0,
    currency: intent.currency,
    disputed: false,
    payment_intent: intent.id,
    refunded: false,
  })
  Object.assign(intent, { status: "succeeded", latest_charge: charge.id })
  session.payment_status = "paid"
}

function dispute(state: StripeState, sessionId: string, status: DisputeStatus): void {
  const intent = state.get(state.get(sessionId).payment_intent)
  const charge = state.get(intent.latest_charge)
  charge.disputed = true
  const last = state.list("dp").findLast((one) => one.charge === charge.id)
  const isNew = !last || (/^(won|warning_closed|prevented)$/.test(last.status) && !/^appeal_/.test(status))
  const about = { amount: charge.amount, charge: charge.id, currency: charge.currency, payment_intent: intent.id }
  const details = { reason: "fraudulent", evidence_details: { due_by: state.now() + 7 * 24 * 3600 } }
  const subject = isNew ? state.add(charge.account, "dp", { object: "dispute", ...about, ...details }) : last
  subject.status = status
  const type = isNew ? "created" : /^(won|lost|warning_closed)$/.test(status) ? "closed" : "updated"
  state.tell(charge.account, `charge.dispute.${type}`, subject)
}

function failRefund(state: StripeState, refundId: string): void {
  const refund = state.get(refundId)
  refund.status = "failed"
  const charge = state.get(refund.charge)
  Object.assign(charge, { amount_refunded: charge.amount_refunded - refund.amount, refunded: false })
  state.tell(refund.account, "refund.failed", refund)
}

/** An event as sent by each webhook of its account, including those that were made by hand. */
function send(state: StripeState, event: StandInEvent): SignedWebhook[] {
  const { account, type } = event
  const byHand = account.webhookSecret === undefined ? [] : [sign(state, event, { secret: account.webhookSecret })]
  const made = hooksOf(state, account).filter(({ enabled_events }) => enabled_events.includes(type))
  return byHand.concat(made.map(({ secret, url }) => ({ ...sign(state, event, { secret }), url })))
}

function sign(state: StripeState, event: StandInEvent, { secret }: { secret: string }): SignedWebhook {
  const payload = JSON.stringify(toEventBody(event))
  const header = state.signer.webhooks.generateTestHeaderString({ payload, secret })
  return { type: event.type, body: Buffer.from(payload), headers: { "stripe-signature": header } }
}
