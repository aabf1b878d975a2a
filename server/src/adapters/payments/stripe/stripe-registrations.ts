import { randomUUID } from "node:crypto"
import Stripe from "stripe"
import { type Hook, type HookRefusal, type PaymentDomain, type PaymentDomainRefusal, ProcessorError } from "../port.ts"
import { isRefusal } from "./stripe-calls.ts"
import { eventTypes } from "./stripe-events.ts"

/** Removes the processor account's earlier webhooks first, whose secret was lost or whose address is out of date. */
export function makeHook(
  stripe: Stripe,
  { processorAccount, url }: { processorAccount: string; url: string },
): Promise<Hook | { refused: HookRefusal }> {
  return orRefused(async () => {
    await removeHooks(stripe, processorAccount)
    const { id, secret } = await stripe.webhookEndpoints.create(
      {
        url,
        enabled_events: eventTypes,
        api_version: Stripe.API_VERSION,
        description: "Made by Atelier, which also removes it.",
        metadata: { account: processorAccount },
      },
      { idempotencyKey: `hook-${randomUUID()}` },
    )
    if (typeof id !== "string" || typeof secret !== "string") throw isNot("webhook")
    return { id, secret }
  })
}

/** Removes every webhook that was made for an account. Stripe allows 16 webhooks, so one page lists them all. */
export async function removeHooks(stripe: Stripe, processorAccount: string): Promise<void> {
  const { data } = await stripe.webhookEndpoints.list({ limit: 100 })
  if (!Array.isArray(data)) throw isNot("webhook")
  for (const { id, metadata } of data) if (metadata.account === processorAccount) await removeHook(stripe, id)
}

async function removeHook(stripe: Stripe, id: string): Promise<void> {
  await stripe.webhookEndpoints.del(id).catch((error: unknown) => {
    if (!isRefusal(error, 404)) throw error
  })
}

/**
 * Registers a domain if the account does not have it, and asks Stripe to check it again while a wallet is inactive. One
 * that the account's owner has switched off stays off.
 */
export function registerDomain(
  stripe: Stripe,
  domain: string,
): Promise<PaymentDomain | { refused: PaymentDomainRefusal }> {
  const newKey = () => ({ idempotencyKey: `domain-${randomUUID()}` })
  return orRefused(async () => {
    const { data } = await stripe.paymentMethodDomains.list({ domain_name: domain, limit: 1 })
    if (!Array.isArray(data)) throw isNot("payment method domain")
    const known = data[0] ?? (await stripe.paymentMethodDomains.create({ domain_name: domain }, newKey()))
    const state = toPaymentDomain(known)
    if (!state.isEnabled || (state.applePay && state.googlePay && state.link)) return state
    return toPaymentDomain(await stripe.paymentMethodDomains.validate(known.id, {}, newKey()))
  })
}

function toPaymentDomain({ object, enabled, apple_pay, google_pay, link }: Stripe.PaymentMethodDomain): PaymentDomain {
  if (object !== "payment_method_domain") throw isNot("payment method domain")
  const isActive = (wallet: { status: string }) => wallet.status === "active"
  return { isEnabled: enabled, applePay: isActive(apple_pay), googlePay: isActive(google_pay), link: isActive(link) }
}

/** Returns what is registered, or why Stripe refused. Throws where our access was withdrawn, and all other errors. */
async function orRefused<Registered>(
  register: () => Promise<Registered>,
): Promise<Registered | { refused: HookRefusal & PaymentDomainRefusal }> {
  try {
    return await register()
  } catch (error) {
    if (isRefusal(error, 403) && error.code !== "account_invalid") return { refused: "right-missing" }
    if (isRefusal(error, 400)) return { refused: "not-accepted" }
    throw error
  }
}

const isNot = (thing: string) => new ProcessorError("unknown", `Stripe's answer is not a ${thing}.`)
