import type Stripe from "stripe"
import { needsUtf8 } from "#kernel/email-address.ts"
import { type CheckoutSession, type CheckoutSessionPage, type CheckoutSessionRequest, ProcessorError } from "../port.ts"

/** The parameters of a checkout session at Stripe: embedded in our page, one line, with our price. */
export function toCheckoutSessionParameters(request: CheckoutSessionRequest): Stripe.Checkout.SessionCreateParams {
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
    client_reference_id: request.reference,
    // Stripe asks for an email of its own where ours is not ASCII.
    ...(needsUtf8(request.buyerEmail)
      ? { metadata: { ...metadata, buyer: request.buyerEmail } }
      : { metadata, customer_email: request.buyerEmail }),
    payment_intent_data: { metadata },
    // Without these, the processor account's settings apply: Managed Payments adds tax to our price, Adaptive Pricing
    // converts it (docs.stripe.com/payments/managed-payments, …/payments/currencies/localize-prices).
    managed_payments: { enabled: false },
    adaptive_pricing: { enabled: false },
    // Stripe counts seconds. Rounded up: a checkout session must not end before our hold on stock and gift codes.
    expires_at: Math.ceil(request.expiresAt / 1000),
    line_items: [
      {
        quantity: 1,
        // `unit_amount` and `amountCents` count minor units, which for currencies without any (JPY) are whole ones.
        price_data: {
          currency: request.currency,
          unit_amount: request.amountCents,
          product_data: { name: request.title },
        },
      },
    ],
  }
}

/** What to expand when reading a checkout session: the result of a delayed payment, and the refunds. */
export const checkoutSessionExpansion = ["payment_intent.latest_charge.refunds"]

export function toCheckoutSession(checkoutSession: Stripe.Checkout.Session): CheckoutSession {
  const status = toStatus(checkoutSession)
  return {
    id: checkoutSession.id,
    clientSecret: status === "open" ? checkoutSession.client_secret : null,
    status,
    payment: toPayment(checkoutSession),
    amountCents: checkoutSession.amount_total ?? 0,
    currency: checkoutSession.currency ?? "",
    reference: checkoutSession.client_reference_id ?? "",
    offerId: checkoutSession.metadata?.offer ?? "",
    live: checkoutSession.livemode,
    paymentId: toPaymentId(checkoutSession),
    ...toCharge(checkoutSession),
    expiresAt: checkoutSession.expires_at * 1000,
    buyerEmail: checkoutSession.customer_email ?? checkoutSession.metadata?.buyer ?? null,
    returnUrl: checkoutSession.return_url ?? null,
    gift: toGift(checkoutSession),
    createdAt: checkoutSession.created * 1000,
  }
}

/** Converts a page of checkout sessions, and keeps only ours: other systems may use the processor account as well. */
export function toPage({ data, has_more }: Stripe.ApiList<Stripe.Checkout.Session>): CheckoutSessionPage {
  const last = Array.isArray(data) ? data.at(-1)?.id : undefined
  if (!Array.isArray(data) || typeof has_more !== "boolean" || (has_more && last === undefined)) {
    throw new ProcessorError("unknown", "Stripe's answer is not a page of sessions.")
  }
  return { checkoutSessions: data.filter(isOurs).map(toCheckoutSession), next: has_more ? (last ?? null) : null }
}

/** Whether this service opened a checkout session: only ours name their purchase twice. */
export function isOurs({ client_reference_id, metadata }: Stripe.Checkout.Session): boolean {
  return client_reference_id !== null && metadata?.purchase === client_reference_id
}

function toGift({ metadata }: Stripe.Checkout.Session): CheckoutSession["gift"] {
  const discountCents = Number(metadata?.discount)
  return metadata?.gift && Number.isSafeInteger(discountCents) ? { codeId: metadata.gift, discountCents } : null
}

/** Throws for a response that is no checkout session, such as `{}` from a proxy. */
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
