import { randomUUID } from "node:crypto"
import type Stripe from "stripe"
import type { PaymentDomain, PaymentDomainRefusal } from "../payment-domain.ts"
import { ProcessorError } from "../port.ts"
import { isRefusal } from "./stripe-calls.ts"

/**
 * Registers a domain if the account does not have it, and asks Stripe to check it again while a wallet is inactive. One
 * that the account's owner has switched off stays off.
 */
export async function registerDomain(
  stripe: Stripe,
  domain: string,
): Promise<PaymentDomain | { refused: PaymentDomainRefusal }> {
  try {
    const { data } = await stripe.paymentMethodDomains.list({ domain_name: domain, limit: 1 })
    if (!Array.isArray(data)) throw notUnderstood()
    const known = data[0] ?? (await stripe.paymentMethodDomains.create({ domain_name: domain }, newKey()))
    const state = toPaymentDomain(known)
    if (!state.isEnabled || (state.applePay && state.googlePay && state.link)) return state
    return toPaymentDomain(await stripe.paymentMethodDomains.validate(known.id, {}, newKey()))
  } catch (error) {
    if (isRefusal(error, 403) && error.code !== "account_invalid") return { refused: "right-missing" }
    if (isRefusal(error, 400)) return { refused: "not-accepted" }
    throw error
  }
}

function toPaymentDomain({ object, enabled, apple_pay, google_pay, link }: Stripe.PaymentMethodDomain): PaymentDomain {
  if (object !== "payment_method_domain") throw notUnderstood()
  const isActive = (wallet: { status: string }) => wallet.status === "active"
  return { isEnabled: enabled, applePay: isActive(apple_pay), googlePay: isActive(google_pay), link: isActive(link) }
}

const newKey = () => ({ idempotencyKey: `domain-${randomUUID()}` })

const notUnderstood = () => new ProcessorError("unknown", "Stripe's answer is not a payment method domain.")
