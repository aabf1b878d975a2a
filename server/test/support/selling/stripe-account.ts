import type { TestContext } from "node:test"
import type { Payments, ProcessorAccount } from "#adapters/payments/port.ts"
import { openStripe } from "#adapters/payments/stripe/stripe.ts"
import type { Log } from "#kernel/log.ts"
import { openStripeStandIn, type StripeStandIn } from "../stand-ins/stripe/stripe-stand-in.ts"
import { silentLog } from "../worlds/world.ts"

/** The keys in the settings. */
export const stripeKeys = {
  stripeSecretKey: "sk_live_installation",
  stripePublishableKey: "pk_live_installation",
  stripeWebhookSecret: "whsec_installation",
}

/** A workspace's own account. */
export const ownProcessorAccount = {
  id: "account_2",
  secretKey: "sk_live_other",
  publishableKey: "pk_live_other",
  webhookSecret: "whsec_other",
}

export interface TestStripe {
  payments: Payments
  /** The same Stripe, without a short limit: a busy machine answers later. */
  patient: Payments
  standIn: StripeStandIn
  processorAccount: ProcessorAccount
}

/** The Stripe adapter on a stand-in with both accounts; closed after the test. */
export async function openTestStripe(
  t: TestContext,
  { timeoutMs, log = silentLog }: { timeoutMs?: number; log?: Log } = {},
): Promise<TestStripe> {
  const standIn = await openStripeStandIn(t)
  standIn.addAccount({ secretKey: stripeKeys.stripeSecretKey, webhookSecret: stripeKeys.stripeWebhookSecret })
  standIn.addAccount(ownProcessorAccount)
  const open = (limitMs?: number) => openStripe({ paymentsUrl: standIn.url, ...stripeKeys }, log, limitMs)
  const [payments, patient] = [open(timeoutMs), open(60_000)]
  t.after(() => Promise.all([payments.close(), patient.close()]))
  return { payments, patient, standIn, processorAccount: { id: "installation" } }
}
