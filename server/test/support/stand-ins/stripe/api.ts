import { findDomainRoute } from "./domains.ts"
import { type StripeForm, textAt } from "./form.ts"
import { findHookRoute } from "./hooks.ts"
import type { SeenRequest } from "./http.ts"
import { findKeyRoute } from "./keys.ts"
import { lists, pageOf } from "./lists.ts"
import { invalid, missing, StripeRefusal } from "./refusal.ts"
import { isSame, type StandInAccount, type StripeObject, type StripeState, toBody } from "./state.ts"

export interface StandInCall {
  state: StripeState
  account: StandInAccount
  parameters: StripeForm
}

export type Route = (call: StandInCall) => Record<string, unknown>

const apiVersion = "2026-10-28.endive"
const sessionParameters = new Set(
  "mode ui_mode return_url redirect_on_completion customer_email client_reference_id metadata payment_intent_data expires_at line_items managed_payments adaptive_pricing".split(
    " ",
  ),
)
const minimums: Record<string, number> = { usd: 50, eur: 50, gbp: 30, jpy: 50, huf: 17_500 }
const digits: Record<string, number> = { idr: 12, cop: 10, inr: 9 }

/** Finds the handler of a request, or refuses the path and the version as Stripe does. */
export function findRoute({ method, path, headers }: SeenRequest): Route {
  if (headers["stripe-version"] !== apiVersion) throw invalid(`This stand-in speaks ${apiVersion} only.`)
  const [, session, verb] = /^\/v1\/checkout\/sessions(?:\/(\w+))?(\/expire)?$/.exec(path) ?? []
  if (method === "POST" && path === "/v1/checkout/sessions") return createSession
  if (method === "POST" && session && verb) return (call) => expireSession(call, session)
  if (method === "GET" && path === "/v1/checkout/sessions") return listSessions
  if (method === "GET" && session && !verb) return (call) => retrieveSession(call, session)
  if (method === "POST" && path === "/v1/refunds") return createRefund
  const known =
    (method === "GET" && lists[path]) ||
    findKeyRoute(method, path) ||
    findHookRoute(method, path) ||
    findDomainRoute(method, path)
  if (known) return known
  throw new StripeRefusal(404, "invalid_request_error", { message: `Unrecognized request URL (${method}: ${path}).` })
}

function createSession({ state, account, parameters }: StandInCall) {
  checkSession(state, parameters)
  const amount = Number(textAt(parameters, "line_items.0.price_data.unit_amount")) * quantityOf(parameters)
  const session = state.add(account, "cs", {
    object: "checkout.session",
    amount_subtotal: amount,
    amount_total: amount + addedTax(account, parameters, amount),
    client_reference_id: textAt(parameters, "client_reference_id") ?? null,
    currency: textAt(parameters, "line_items.0.price_data.currency"),
    customer_email: textAt(parameters, "customer_email") ?? null,
    expires_at: Number(textAt(parameters, "expires_at")),
    metadata: parameters.metadata ?? {},
    mode: "payment",
    payment_intent: null,
    payment_intent_metadata: (parameters.payment_intent_data as StripeForm | undefined)?.metadata ?? {},
    payment_status: "unpaid",
    redirect_on_completion: textAt(parameters, "redirect_on_completion") ?? "always",
    return_url: textAt(parameters, "return_url"),
    status: "open",
    ui_mode: "embedded_page",
    url: null,
  })
  session.client_secret = `${session.id}_secret_x`
  return toBody(session)
}

/** Managed Payments adds tax to the price; seen as 1900 → 2071. */
function addedTax({ isManaged }: StandInAccount, parameters: StripeForm, amount: number): number {
  const enabled = textAt(parameters, "managed_payments.enabled")
  return enabled === "true" || (isManaged && enabled === undefined) ? Math.round(amount * 0.09) : 0
}

function checkSession(state: StripeState, parameters: StripeForm): void {
  const unknown = Object.keys(parameters).find((name) => !sessionParameters.has(name))
  if (unknown) throw invalid(`Received unknown parameter: ${unknown}`, "parameter_unknown")
  if (textAt(parameters, "mode") !== "payment") throw invalid("Missing required param: mode.", "parameter_missing")
  if (textAt(parameters, "ui_mode") !== "embedded_page") {
    throw invalid("Invalid ui_mode: must be one of elements, embedded_page, form or hosted_page")
  }
  if (!/^https?:\/\//.test(textAt(parameters, "return_url") ?? "")) throw invalid("Not a valid URL", "url_invalid")
  if (!["always", "if_required"].includes(textAt(parameters, "redirect_on_completion") ?? "always")) {
    throw invalid("You must not pass `return_url` when `redirect_on_completion` is `never`.")
  }
  const email = textAt(parameters, "customer_email")
  if (email !== undefined && (!/^[!-~]+@[!-~]+\.[!-~]+$/.test(email) || email.endsWith(".invalid"))) {
    throw invalid(`Invalid email address: ${email}`, "email_invalid", "customer_email")
  }
  const leftSeconds = Number(textAt(parameters, "expires_at")) - state.now()
  if (!(leftSeconds >= 30 * 60 && leftSeconds <= 24 * 3600)) {
    throw invalid("The expires_at timestamp must be between 30 minutes and 24 hours from Checkout Session creation.")
  }
  checkLine(parameters)
}

function checkLine(parameters: StripeForm): void {
  const currency = textAt(parameters, "line_items.0.price_data.currency") ?? ""
  const amount = textAt(parameters, "line_items.0.price_data.unit_amount") ?? ""
  if (!/^[a-z]{3}$/.test(currency)) throw invalid(`Invalid currency: ${currency}`)
  if (!/^\d{1,12}$/.test(amount)) throw invalid("Invalid integer: unit_amount", "parameter_invalid_integer")
  if (amount.length > (digits[currency] ?? 8)) throw invalid("Amount must be no more than 99999999", "amount_too_large")
  if (/^(isk|ugx)$/.test(currency) && !amount.endsWith("00")) {
    throw invalid(
      `Currency ${currency} has become effectively zero-decimal.`,
      "invalid_charge_amount_no_decimal_compatible",
    )
  }
  if (/^(bhd|jod|kwd|omr|tnd)$/.test(currency) && !amount.endsWith("0"))
    throw invalid("Must end in 0.", "invalid_charge_amount")
  if (!textAt(parameters, "line_items.0.price_data.product_data.name")) {
    throw invalid("You must specify a product name.", "parameter_missing")
  }
  if (Number(amount) * quantityOf(parameters) < (minimums[currency] ?? 50)) {
    throw invalid("The Checkout Session's total amount due is too small.", "amount_too_small")
  }
}

function quantityOf(parameters: StripeForm): number {
  return Number(textAt(parameters, "line_items.0.quantity"))
}

function retrieveSession({ state, account, parameters }: StandInCall, id: string) {
  const session = getSession(state, account, id)
  const intent = session.payment_intent === null ? undefined : state.get(session.payment_intent)
  const isExpanded = textAt(parameters, "expand.0") === "payment_intent.latest_charge.refunds"
  if (!intent || !isExpanded) return toBody(session)
  const charge = intent.latest_charge === null ? null : expandCharge(state, intent.latest_charge)
  return { ...toBody(session), payment_intent: { ...toBody(intent), latest_charge: charge } }
}

function listSessions({ state, account, parameters }: StandInCall) {
  const after = textAt(parameters, "starting_after")
  const from = Number(textAt(parameters, "created.gte") ?? 0)
  if (after !== undefined) getSession(state, account, after)
  const own = state.list("cs").filter((session) => isSame(session.account, account) && session.created >= from)
  const newestFirst = own.map(({ id }) => getSession(state, account, id)).reverse()
  return pageOf("/v1/checkout/sessions", { newestFirst, parameters, toBody })
}

/** Whether the charge cannot be refunded, because a dispute has taken its money or may do so. */
function takesMoney(state: StripeState, charge: string): boolean {
  return state
    .list("dp")
    .some((dispute) => dispute.charge === charge && !/^(warning_|won|prevented)/.test(dispute.status))
}

function expandCharge(state: StripeState, id: string) {
  const data = state.list("re").filter(({ charge }) => charge === id)
  return { ...toBody(state.get(id)), refunds: { object: "list", data: data.map(toBody), has_more: false } }
}

function expireSession({ state, account }: StandInCall, id: string) {
  const session = getSession(state, account, id)
  if (session.status !== "open") throw invalid("Only Checkout Sessions with a status of open can be expired.")
  expire(state, session)
  return toBody(session)
}

function getSession(state: StripeState, account: StandInAccount, id: string): StripeObject {
  const session = state.find(account, id)
  if (!session) throw missing(`No such checkout.session: '${id}'`, "session")
  if (session.status === "open" && state.isOverdue(session)) expire(state, session)
  return session
}

function expire(state: StripeState, session: StripeObject): void {
  Object.assign(session, { status: "expired", client_secret: null })
  state.tell(session.account, "checkout.session.expired", session)
}

function createRefund({ state, account, parameters }: StandInCall) {
  const intent = state.find(account, textAt(parameters, "payment_intent") ?? "")
  if (!intent) throw missing("No such payment_intent", "payment_intent")
  if (intent.latest_charge === null) throw invalid("This PaymentIntent does not have a successful charge to refund.")
  const charge = state.get(intent.latest_charge)
  const amount = Number(textAt(parameters, "amount") ?? charge.amount - charge.amount_refunded)
  if (charge.refunded) throw invalid("The charge has already been refunded.", "charge_already_refunded")
  if (charge.disputed && takesMoney(state, charge.id))
    throw invalid("The charge has been charged back.", "charge_disputed")
  if (!(amount >= 1 && amount <= charge.amount - charge.amount_refunded)) {
    throw invalid("Refund amount is greater than unrefunded amount on charge.", "amount_too_large")
  }
  charge.amount_refunded += amount
  charge.refunded = charge.amount_refunded === charge.amount
  const about = { amount, charge: charge.id, currency: charge.currency, payment_intent: intent.id }
  const status = state.isBankSlow ? "pending" : "succeeded"
  const refund = state.add(account, "re", { object: "refund", ...about, status })
  state.tell(account, "refund.created", refund)
  state.tell(account, "charge.refunded", charge)
  return toBody(refund)
}
