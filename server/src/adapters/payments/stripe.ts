import { randomUUID } from "node:crypto"
import { Agent as PlainAgent } from "node:http"
import { Agent } from "node:https"
import Stripe from "stripe"
import { ServiceError } from "#kernel/error.ts"
import { minimumCents } from "./minimums.ts"
import { type Account, type Payments, ProcessorError, type Refund, type Session, type SessionRequest } from "./port.ts"
import { toProcessorError } from "./stripe-errors.ts"
import { toPaymentEvent } from "./stripe-events.ts"
import { sessionExpansion, toSession, toSessionParameters } from "./stripe-session.ts"

/** The installation's keys, and where Stripe is: `stripe:`, or `stripe://host:port` for a stand-in over plain http. */
export interface StripeSettings {
  readonly paymentsUrl: string
  readonly stripeSecretKey?: string | undefined
  readonly stripePublishableKey?: string | undefined
  readonly stripeWebhookSecret?: string | undefined
}

interface Keys {
  secretKey: string
  publishableKey: string
  webhookSecret: string
}

const maxClients = 200

/**
 * Opens Stripe. Each account has a client of its own; the installation's keys come from the settings.
 *
 * Every POST carries a key of ours, so that nothing the SDK does by itself can happen twice: it repeats a request whose
 * connection closed even when retries are off. Everything else is repeated by us, from our own records.
 *
 * @param timeoutMs how long a silence of Stripe's is waited out.
 */
export function openStripe(settings: StripeSettings, timeoutMs = 10_000): Payments {
  process.env.STRIPE_SUPPRESS_NOTICES = "true" // the SDK would print into the log
  const keysOf = (account: Account) => ("secretKey" in account ? account : installationKeys(settings))
  const connection = openConnection(settings.paymentsUrl, timeoutMs)
  const deadlineMs = 2.5 * timeoutMs // the SDK waits for silence only: an answer that drips would never end
  const clients = new Map<string, Stripe>()
  const clientOf = (account: Account) => {
    const { secretKey } = keysOf(account)
    const client = clients.get(secretKey) ?? new Stripe(secretKey, connection)
    clients.delete(secretKey) // and in again, so that the first one is the one not used for longest
    clients.set(secretKey, client)
    for (const oldest of clients.keys()) if (clients.size > maxClients) clients.delete(oldest)
    return client
  }

  return {
    name: "stripe",
    isLive: (account) => /^[sr]k_live_/.test(keysOf(account).secretKey),
    publishableKey: (account) => keysOf(account).publishableKey,
    minimumCents,

    openSession: (account, request) => within(deadlineMs, () => openSession(clientOf(account), request)),
    findSession: (account, sessionId) => within(deadlineMs, () => findSession(clientOf(account), sessionId)),
    expireSession: (account, sessionId) => within(deadlineMs, () => expireSession(clientOf(account), sessionId)),
    refund: (account, request) => within(deadlineMs, () => refund(clientOf(account), request)),
    readEvent: (account, rawBody, headers) =>
      readEvent(clientOf(account), rawBody, { signature: headers["stripe-signature"], ...keysOf(account) }),
    close: async () => connection.httpAgent.destroy(),
  }
}

function installationKeys(settings: StripeSettings): Keys {
  const { stripeSecretKey, stripePublishableKey, stripeWebhookSecret } = settings
  if (!stripeSecretKey || !stripePublishableKey || !stripeWebhookSecret) {
    throw new ProcessorError("refused", "The installation has no Stripe keys.")
  }
  return { secretKey: stripeSecretKey, publishableKey: stripePublishableKey, webhookSecret: stripeWebhookSecret }
}

function openConnection(paymentsUrl: string, timeout: number) {
  const common = { maxNetworkRetries: 0, timeout, telemetry: false, appInfo: { name: "Atelier" } }
  if (!paymentsUrl.startsWith("stripe://")) return { ...common, httpAgent: new Agent({ keepAlive: true }) }
  const { hostname, port } = new URL(paymentsUrl.replace("stripe:", "http:"))
  return {
    ...common,
    host: hostname,
    port: port || "80",
    protocol: "http" as const,
    httpAgent: new PlainAgent({ keepAlive: true }),
  }
}

async function openSession(stripe: Stripe, request: SessionRequest): Promise<Session> {
  try {
    const { idempotencyKey } = request
    return toSession(await stripe.checkout.sessions.create(toSessionParameters(request), { idempotencyKey }))
  } catch (error) {
    throw error instanceof ProcessorError ? error : toProcessorError(error, true)
  }
}

async function findSession(stripe: Stripe, sessionId: string): Promise<Session | undefined> {
  try {
    return toSession(await stripe.checkout.sessions.retrieve(sessionId, { expand: sessionExpansion }))
  } catch (error) {
    if (error instanceof Stripe.errors.StripeError && error.statusCode === 404) return undefined
    throw error instanceof ProcessorError ? error : toProcessorError(error, false)
  }
}

/** A new key every time: asking twice does no harm, and a stored 500 must not keep a session open for a day. */
async function expireSession(stripe: Stripe, sessionId: string): Promise<Session> {
  try {
    const options = { idempotencyKey: `expire-${randomUUID()}` }
    await stripe.checkout.sessions.expire(sessionId, {}, options)
  } catch (error) {
    const wasOver = error instanceof Stripe.errors.StripeInvalidRequestError && error.statusCode === 400
    if (!wasOver) throw toProcessorError(error, false)
  }
  const session = await findSession(stripe, sessionId)
  if (!session) throw new ProcessorError("refused", "There is no such session.")
  return session
}

async function refund(
  stripe: Stripe,
  { paymentId, amountCents, idempotencyKey }: { paymentId: string; amountCents: number; idempotencyKey: string },
): Promise<Refund> {
  try {
    const parameters = { payment_intent: paymentId, amount: amountCents }
    const { id, status } = await stripe.refunds.create(parameters, { idempotencyKey })
    return { id, status: toRefundStatus(status) }
  } catch (error) {
    const isPaidBack = error instanceof Stripe.errors.StripeError && error.code === "charge_already_refunded"
    if (isPaidBack) return { id: paymentId, status: "succeeded" }
    throw toProcessorError(error, true)
  }
}

function toRefundStatus(status: string | null): Refund["status"] {
  if (status === "succeeded") return "succeeded"
  return status === "failed" || status === "canceled" ? "failed" : "pending"
}

/** The SDK checks signature and age (300 seconds), and refuses thin events, which say nothing by themselves. */
function readEvent(
  stripe: Stripe,
  rawBody: Buffer,
  { signature, webhookSecret }: { signature: string | string[] | undefined; webhookSecret: string },
) {
  try {
    return toPaymentEvent(stripe.webhooks.constructEvent(rawBody, signature ?? "", webhookSecret))
  } catch (cause) {
    throw new ServiceError("invalid_request", "The webhook's signature does not hold.", {
      hint: "Check that the webhook secret is this endpoint's own, and that the clock is right: a signature holds for 300 seconds.",
      cause,
    })
  }
}

/** Bounds a call, both tries of the SDK together. What is given up may still happen. */
async function within<Answer>(deadlineMs: number, work: () => Promise<Answer>): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new ProcessorError("unknown", "Stripe took too long to answer.")), deadlineMs)
  })
  try {
    return await Promise.race([work(), deadline])
  } finally {
    clearTimeout(timer)
  }
}
