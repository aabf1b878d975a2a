import type Stripe from "stripe"
import { type KeysVerdict, ProcessorError } from "../port.ts"
import { isRefusal } from "./stripe-calls.ts"

/** What the service asks of an account, each by a question that changes nothing. */
const rights: Readonly<Record<string, (stripe: Stripe) => Promise<{ object: string }>>> = {
  "Checkout Sessions": (stripe) => stripe.checkout.sessions.list({ limit: 1 }),
  PaymentIntents: (stripe) => stripe.paymentIntents.list({ limit: 1 }),
  Charges: (stripe) => stripe.charges.list({ limit: 1 }),
  Refunds: (stripe) => stripe.refunds.list({ limit: 1 }),
  Disputes: (stripe) => stripe.disputes.list({ limit: 1 }),
  Events: (stripe) => stripe.events.list({ limit: 1 }),
}

/**
 * Finds out whether Stripe knows both keys, whether they are one account's, and whether the secret one may read what the
 * service reads. Throws the SDK's error for an answer that says none of this.
 */
export async function testKeys(secret: Stripe, publishable: Stripe): Promise<KeysVerdict> {
  for (const [right, read] of Object.entries(rights)) {
    const refused = await refusalOf(async () => mustBe("list", await read(secret)))
    if (refused === 401) return { finding: "secret-refused" }
    if (refused === 403) return { finding: "right-missing", right }
  }
  const isClosed = await refusalOf(async () => isUnableToCharge(secret))
  if (isClosed === true) return { finding: "cannot-charge" }
  return compareAccounts(secret, publishable)
}

/** A restricted key may not read its account, and need not. */
async function isUnableToCharge(secret: Stripe): Promise<boolean> {
  return mustBe("account", await secret.accounts.retrieveCurrent()).charges_enabled === false
}

/**
 * A token that is made with one key is known to the other only when both are one account's, and of one mode. It stands
 * for nothing and can be used for nothing here.
 */
async function compareAccounts(secret: Stripe, publishable: Stripe): Promise<KeysVerdict> {
  const made = await refusalOf(async () => mustBe("token", await publishable.tokens.create(nothing)))
  if (typeof made === "number") return { finding: "publishable-refused" }
  const found = await refusalOf(async () => mustBe("token", await secret.tokens.retrieve(made.id)))
  if (found === 404) return { finding: "two-accounts" }
  if (found === 403) return { finding: "fine", isCompared: false }
  if (found === 401) return { finding: "secret-refused" }
  if (found.id !== made.id) throw notUnderstood()
  return { finding: "fine", isCompared: true }
}

const nothing: Stripe.TokenCreateParams = { pii: { id_number: "000000000" } }

/** What was asked for, or the status with which Stripe refused: keys (401), rights (403), an unknown thing (404). */
async function refusalOf<Answer>(ask: () => Promise<Answer>): Promise<Answer | 401 | 403 | 404> {
  try {
    return await ask()
  } catch (error) {
    for (const status of [401, 403, 404] as const) if (isRefusal(error, status)) return status
    throw error
  }
}

/** Whoever answers in Stripe's place, such as a proxy's page, says nothing about keys. */
function mustBe<Answer extends { object: string }>(object: string, answer: Answer): Answer {
  if (answer.object !== object) throw notUnderstood()
  return answer
}

const notUnderstood = () => new ProcessorError("unknown", "Stripe's answer is not what was asked for.")
