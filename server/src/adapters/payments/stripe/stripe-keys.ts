import { randomUUID } from "node:crypto"
import type Stripe from "stripe"
import type { AccountFault, AccountState } from "../account-state.ts"
import { type KeysVerdict, ProcessorError } from "../port.ts"
import { isRefusal } from "./stripe-calls.ts"

type Rights = Readonly<Record<string, (stripe: Stripe) => Promise<{ object: string }>>>

/** What the service must be able to read to sell, each by a question that changes nothing. */
const sellingRights: Rights = {
  "Checkout Sessions": (stripe) => stripe.checkout.sessions.list({ limit: 1 }),
  PaymentIntents: (stripe) => stripe.paymentIntents.list({ limit: 1 }),
  Charges: (stripe) => stripe.charges.list({ limit: 1 }),
  Refunds: (stripe) => stripe.refunds.list({ limit: 1 }),
}

/** The same for everything that it reads. A key without the rest can sell. */
const rights: Rights = {
  ...sellingRights,
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

/**
 * Finds out whose account a secret key opens, and whether it can sell: it takes payments, and the key may read what the
 * service reads and open sessions. That right is tried on a session that does not exist: 404 means that it is there.
 */
export async function findAccount(stripe: Stripe): Promise<AccountState> {
  const account = await refusedOr(async () => mustBe("account", await stripe.accounts.retrieveCurrent()))
  const isRestricted = account === "right-missing"
  if (typeof account === "string" && !isRestricted) return { processorId: null, fault: account }
  const processorId = typeof account === "string" ? null : account.id
  if (typeof account !== "string" && account.charges_enabled === false) return { processorId, fault: "cannot-charge" }
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

/** What was asked for, or what a refusal says of the account. Throws the SDK's error for any other refusal. */
async function refusedOr<Answer>(ask: () => Promise<Answer>): Promise<Answer | AccountFault> {
  try {
    return await ask()
  } catch (error) {
    if (isRefusal(error, 401)) return "secret-refused"
    if (isRefusal(error, 403)) return error.code === "account_invalid" ? "disconnected" : "right-missing"
    throw error
  }
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
