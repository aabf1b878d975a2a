import { randomUUID } from "node:crypto"
import type Stripe from "stripe"
import { type KeysVerdict, type ProcessorAccountFault, type ProcessorAccountState, ProcessorError } from "../port.ts"
import { isRefusal } from "./stripe-calls.ts"

type Rights = Readonly<Record<string, (stripe: Stripe) => Promise<{ object: string }>>>

/** The rights that selling needs, each checked by a request that changes nothing. */
const sellingRights: Rights = {
  "Checkout Sessions": (stripe) => stripe.checkout.sessions.list({ limit: 1 }),
  PaymentIntents: (stripe) => stripe.paymentIntents.list({ limit: 1 }),
  Charges: (stripe) => stripe.charges.list({ limit: 1 }),
  Refunds: (stripe) => stripe.refunds.list({ limit: 1 }),
}

/** All rights that the service uses. A key without the additional ones can sell. */
const rights: Rights = {
  ...sellingRights,
  Disputes: (stripe) => stripe.disputes.list({ limit: 1 }),
  Events: (stripe) => stripe.events.list({ limit: 1 }),
}

/** Checks that both keys are valid, of one account, and may read what is needed. Throws other errors of the SDK. */
export async function testKeys(secret: Stripe, publishable: Stripe): Promise<KeysVerdict> {
  for (const [right, read] of Object.entries(rights)) {
    const refused = await refusalOf(async () => mustBe("list", await read(secret)))
    if (refused === 401) return { finding: "secret-refused" }
    if (refused === 403) return { finding: "right-missing", right }
  }
  const isClosed = await refusalOf(async () => isUnableToCharge(secret))
  if (isClosed === true) return { finding: "cannot-charge" }
  return compareProcessorAccounts(secret, publishable)
}

/**
 * Finds the processor account of a secret key, and whether it can sell: it takes payments, and the key may read what
 * the service reads and may write checkout sessions. The right to write is tried on one that does not exist: a 404
 * proves it.
 */
export async function findProcessorAccount(stripe: Stripe): Promise<ProcessorAccountState> {
  const processorAccount = await refusedOr(async () => mustBe("account", await stripe.accounts.retrieveCurrent()))
  const isRestricted = processorAccount === "right-missing"
  if (typeof processorAccount === "string" && !isRestricted) return { processorId: null, fault: processorAccount }
  const processorId = typeof processorAccount === "string" ? null : processorAccount.id
  if (typeof processorAccount !== "string" && processorAccount.charges_enabled === false)
    return { processorId, fault: "cannot-charge" }
  for (const ask of [...Object.values(sellingRights), endNothing]) {
    const found = await refusedOr(() => ask(stripe))
    if (typeof found === "string") return { processorId, fault: found }
  }
  return { processorId, fault: null }
}

async function endNothing(stripe: Stripe): Promise<undefined> {
  const key = { idempotencyKey: `look-${randomUUID()}` }
  await stripe.checkout.sessions.expire("cs_none", {}, key).catch((error: unknown) => {
    if (!isRefusal(error, 404)) throw error
  })
}

/** Returns the response, or the account's fault that a refusal means. Throws the SDK's error for any other refusal. */
async function refusedOr<Answer>(ask: () => Promise<Answer>): Promise<Answer | ProcessorAccountFault> {
  try {
    return await ask()
  } catch (error) {
    if (isRefusal(error, 401)) return "secret-refused"
    if (isRefusal(error, 403)) return error.code === "account_invalid" ? "disconnected" : "right-missing"
    throw error
  }
}

/** A restricted key often cannot read its processor account, and need not. */
async function isUnableToCharge(secret: Stripe): Promise<boolean> {
  return mustBe("account", await secret.accounts.retrieveCurrent()).charges_enabled === false
}

/** A token of one key is known to the other only on one account and mode. It has no data and is never used. */
async function compareProcessorAccounts(secret: Stripe, publishable: Stripe): Promise<KeysVerdict> {
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

/** Returns the response, or the status of a refusal: keys (401), rights (403), an unknown thing (404). */
async function refusalOf<Answer>(ask: () => Promise<Answer>): Promise<Answer | 401 | 403 | 404> {
  try {
    return await ask()
  } catch (error) {
    for (const status of [401, 403, 404] as const) if (isRefusal(error, status)) return status
    throw error
  }
}

/** A response of the wrong kind, from a proxy for example, proves nothing about keys. */
function mustBe<Answer extends { object: string }>(object: string, answer: Answer): Answer {
  if (answer.object !== object) throw notUnderstood()
  return answer
}

const notUnderstood = () => new ProcessorError("unknown", "Stripe's answer is of the wrong kind.")
