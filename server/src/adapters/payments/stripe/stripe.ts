import { Agent as PlainAgent } from "node:http"
import { Agent } from "node:https"
import Stripe from "stripe"
import { dropOldest } from "#kernel/bounds/drop-oldest.ts"
import { ServiceError } from "#kernel/error.ts"
import type { Log } from "#kernel/log.ts"
import { amountRules } from "../minimums.ts"
import { type Account, type Payments, ProcessorError } from "../port.ts"
import {
  expireCheckoutSession,
  isRefusal,
  listCheckoutSessions,
  listEvents,
  openCheckoutSession,
  readCheckoutSession,
  refund,
} from "./stripe-calls.ts"
import { listDisputes } from "./stripe-disputes.ts"
import { logAnswer, type StripeCall, toProcessorError } from "./stripe-errors.ts"
import { toPaymentEvent } from "./stripe-events.ts"
import { makeHook, removeHooks } from "./stripe-hooks.ts"
import { findAccount, testKeys } from "./stripe-keys.ts"

/** The installation's keys, and where Stripe is: `stripe:`, or `stripe://host:port` for a stand-in over plain http. */
export interface StripeSettings {
  readonly paymentsUrl: string
  readonly stripeSecretKey?: string | undefined
  readonly stripePublishableKey?: string | undefined
  readonly stripeWebhookSecret?: string | undefined
}

const maxClients = 200

/**
 * Each account has its own client. Every POST has an idempotency key from us: the SDK repeats a request whose
 * connection closed, even without retries. All other retries are ours. `log` gets refusals and faults without secrets.
 * `timeoutMs` limits Stripe's silence.
 */
export function openStripe(settings: StripeSettings, log: Log, timeoutMs = 10_000): Payments {
  process.env.STRIPE_SUPPRESS_NOTICES = "true" // the SDK would print into the log
  const keysOf = (account: Account) => ("secretKey" in account ? account : installationKeys(settings))
  const connection = openConnection(settings.paymentsUrl, timeoutMs)
  const deadlineMs = 2.5 * timeoutMs // the SDK waits for silence only: an answer that drips would never end
  const clientWith = (key: string) => new Stripe(key, connection)
  const keptClient = keepClients(clientWith)
  const clientOf = (account: Account) => keptClient(keysOf(account).secretKey)
  async function ask<Answer>(call: StripeCall, account: Account, work: (stripe: Stripe) => Promise<Answer>) {
    try {
      return await within(deadlineMs, () => work(clientOf(account)))
    } catch (thrown) {
      const error = toProcessorError(thrown, call)
      logAnswer(log, { call, account: account.id }, error)
      throw error
    }
  }

  return {
    name: "stripe",
    hasInstallation: settings.stripeSecretKey !== undefined,
    isLive: (account) => /^[sr]k_live_/.test(keysOf(account).secretKey),
    publishableKey: (account) => keysOf(account).publishableKey,
    amountRules,
    testKeys: ({ id, secretKey, publishableKey }) =>
      ask("testKeys", { id, secretKey, publishableKey, webhookSecret: "" }, (stripe) =>
        testKeys(stripe, clientWith(publishableKey)),
      ),

    ...callsOf(ask),
    listEvents: (account, listing) => ask("listEvents", account, (stripe) => listEvents(stripe, listing)),
    readEvent: (account, rawBody, headers) =>
      readEvent(clientOf(account), rawBody, { signature: headers["stripe-signature"], ...keysOf(account) }),
    close: async () => connection.httpAgent.destroy(),
  }
}

type Ask = <Answer>(call: StripeCall, account: Account, work: (stripe: Stripe) => Promise<Answer>) => Promise<Answer>

function callsOf(
  ask: Ask,
): Pick<
  Payments,
  | "findAccount"
  | "makeHook"
  | "removeHook"
  | "openCheckoutSession"
  | "findCheckoutSession"
  | "listCheckoutSessions"
  | "expireCheckoutSession"
  | "refund"
  | "listDisputes"
> {
  return {
    findAccount: (account) => ask("findAccount", { publishableKey: "", webhookSecret: "", ...account }, findAccount),
    makeHook: (account, url) =>
      ask("makeHook", { webhookSecret: "", ...account }, (stripe) => makeHook(stripe, { account: account.id, url })),
    removeHook: (account) =>
      ask("removeHook", { webhookSecret: "", ...account }, (stripe) => removeHooks(stripe, account.id)),
    openCheckoutSession: (account, request) =>
      ask("openCheckoutSession", account, (stripe) => openCheckoutSession(stripe, request)),
    findCheckoutSession: (account, checkoutSessionId) =>
      ask("findCheckoutSession", account, (stripe) => readCheckoutSession(stripe, checkoutSessionId)).catch(
        undefinedIfMissing,
      ),
    listCheckoutSessions: (account, listing) =>
      ask("listCheckoutSessions", account, (stripe) => listCheckoutSessions(stripe, listing)),
    expireCheckoutSession: (account, checkoutSessionId) =>
      ask("expireCheckoutSession", account, (stripe) => expireCheckoutSession(stripe, checkoutSessionId)),
    refund: (account, request) => ask("refund", account, (stripe) => refund(stripe, request)),
    listDisputes: (account, paymentId) => ask("listDisputes", account, (stripe) => listDisputes(stripe, paymentId)),
  }
}

/** Keeps the client of each key, up to `maxClients`. The least recently used one is dropped. */
function keepClients(clientWith: (key: string) => Stripe): (key: string) => Stripe {
  const clients = new Map<string, Stripe>()
  return (key) => {
    const client = clients.get(key) ?? clientWith(key)
    clients.delete(key)
    clients.set(key, client)
    dropOldest(clients, maxClients)
    return client
  }
}

function installationKeys(settings: StripeSettings) {
  const { stripeSecretKey, stripePublishableKey, stripeWebhookSecret } = settings
  if (!stripeSecretKey || !stripePublishableKey || !stripeWebhookSecret) {
    throw new ProcessorError("account-fault", "The installation has no Stripe keys.")
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

function undefinedIfMissing(error: ProcessorError): undefined {
  const { cause } = error
  if (!(isRefusal(cause, 404) && cause.code === "resource_missing")) throw error
}

/** The SDK checks signature and age (300 seconds), and refuses thin events, which have no content. */
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

/** Limits the time of a call, including the SDK's retry. A call that is given up may still take effect. */
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
