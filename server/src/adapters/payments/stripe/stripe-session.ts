import type Stripe from "stripe"
import { type CheckoutSession, ProcessorError, type SessionPage, type SessionRequest } from "../port.ts"

/** The parameters of a session at Stripe: embedded in our page, one line, with our price. */
export function toSessionParameters(request: SessionRequest): Stripe.Checkout.SessionCreateParams {
  const { gift } = request
  const giftData = gift ? { gift: gift.codeId, discount: gift.discountCents } : {}
  const { reference: purchase, offerId: offer, workspaceId: workspace } = request
  const metadata = { workspace, offer, purchase, ...giftData }
  return {
    mode: "payment",
    ui_mode: "embedded_page",
    return_url: request.returnUrl,
    // Only `if_required` tells the page that a payment in it is done (`onComplete`). `always` would reload the page
    // after every card, and `never` would remove payment methods that leave the page.
    redirect_on_completion: "if_required",
    customer_email: request.buyerEmail,
    client_reference_id: request.reference,
    metadata,
    payment_intent_data: { metadata },
    // Without these, the account's settings apply: Managed Payments adds tax to our price, Adaptive Pricing converts it
    // (docs.stripe.com/payments/managed-payments, …/payments/currencies/localize-prices).
    managed_payments: { enabled: false },
    adaptive_pricing: { enabled: false },
    // Stripe counts seconds. Rounded up, because a session must not end before our own hold on stock and gift codes.
    expires_at: Math.ceil(request.expiresAt / 1000),
    line_items: [
      {
        quantity: 1,
        // `unit_amount` counts minor units, which for currencies without any (JPY) are whole ones; so does `amountCents`.
        price_data: {
          currency: request.currency,
          unit_amount: request.amountCents,
          product_data: { name: request.title },
        },
      },
    ],
  }
}

/** What to expand when reading a session: the result of a delayed payment, and the refunds. */
export const sessionExpansion = ["payment_intent.latest_charge.refunds"]

export function toSession(session: Stripe.Checkout.Session): CheckoutSession {
  const status = toStatus(session)
  return {
    id: session.id,
    clientSecret: status === "open" ? session.client_secret : null,
    status,
    payment: toPayment(session),
    amountCents: session.amount_total ?? 0,
    currency: session.currency ?? "",
    reference: session.client_reference_id ?? "",
    offerId: session.metadata?.offer ?? "",
    live: session.livemode,
    paymentId: toPaymentId(session),
    ...toCharge(session),
    expiresAt: session.expires_at * 1000,
    buyerEmail: session.customer_email,
    returnUrl: session.return_url ?? null,
    gift: toGift(session),
    createdAt: session.created * 1000,
  }
}

/** Converts a page of sessions. Other systems may use the account as well, so only our sessions are kept. */
export function toPage({ data, has_more }: Stripe.ApiList<Stripe.Checkout.Session>): SessionPage {
  const last = Array.isArray(data) ? data.at(-1)?.id : undefined
  if (!Array.isArray(data) || typeof has_more !== "boolean" || (has_more && last === undefined)) {
    throw new ProcessorError("unknown", "Stripe's answer is not a page of sessions.")
  }
  return { sessions: data.filter(isOurs).map(toSession), next: has_more ? (last ?? null) : null }
}

/** Whether this service opened a session: only our sessions name their purchase twice. */
export function isOurs({ client_reference_id, metadata }: Stripe.Checkout.Session): boolean {
  return client_reference_id !== null && metadata?.purchase === client_reference_id
}

function toGift({ metadata }: Stripe.Checkout.Session): CheckoutSession["gift"] {
  const discountCents = Number(metadata?.discount)
  return metadata?.gift && Number.isSafeInteger(discountCents) ? { codeId: metadata.gift, discountCents } : null
}

/** Throws for a response that is no session, such as `{}` from a proxy. */
function toStatus({ status }: Stripe.Checkout.Session): CheckoutSession["status"] {
  const known = (["open", "complete", "expired"] as const).find((one) => one === status)
  if (!known) throw new ProcessorError("unknown", "Stripe's answer is not a session.")
  return known
}

/** A failed delayed payment is `complete` and `unpaid`, like one under way; only its payment intent differs. */
function toPayment({ status, payment_status, payment_intent }: Stripe.Checkout.Session): CheckoutSession["payment"] {
  if (payment_status !== "unpaid") return "paid"
  if (status !== "complete" || payment_intent === null || typeof payment_intent === "string") return "unpaid"
  const hasFailed = payment_intent.status === "requires_payment_method" || payment_intent.status === "canceled"
  return hasFailed ? "failed" : "unpaid"
}

function toPaymentId({ payment_intent }: Stripe.Checkout.Session): string | null {
  return typeof payment_intent === "string" ? payment_intent : (payment_intent?.id ?? null)
}

/** `amount_refunded` includes refunds under way; only the refunds themselves show which those are. */
function toCharge({
  payment_intent,
  payment_status,
}: Stripe.Checkout.Session): Pick<CheckoutSession, "paidAt" | "refundedCents" | "returningCents"> {
  const charge = payment_intent === null || typeof payment_intent === "string" ? null : payment_intent.latest_charge
  if (charge === null || typeof charge === "string") return { paidAt: null, refundedCents: 0, returningCents: 0 }
  const returningCents = (charge.refunds?.data ?? [])
    .filter(({ status }) => status === "pending" || status === "requires_action")
    .reduce((sum, { amount }) => sum + amount, 0)
  const paidAt = payment_status === "unpaid" ? null : charge.created * 1000
  return { paidAt, refundedCents: charge.amount_refunded - returningCents, returningCents }
}
