import { Agent as PlainAgent } from "node:http"
import { Agent } from "node:https"
import Stripe from "stripe"
import { dropOldest } from "#kernel/bounds/drop-oldest.ts"
import { ServiceError } from "#kernel/error.ts"
import type { Log } from "#kernel/log.ts"
import { inTime } from "#kernel/time/in-time.ts"
import { inClientSpan } from "#spans/span.ts"
import { amountRules } from "../minimums.ts"
import { type Payments, type ProcessorAccount, ProcessorError } from "../port.ts"
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
import { findProcessorAccount, testKeys } from "./stripe-keys.ts"
import { makeHook, registerDomain, removeHooks } from "./stripe-registrations.ts"

/** The installation's keys, and where Stripe is: `stripe:`, or `stripe://host:port` for a stand-in over plain http. */
export interface StripeSettings {
  readonly paymentsUrl: string
  readonly stripeSecretKey?: string | undefined
  readonly stripePublishableKey?: string | undefined
  readonly stripeWebhookSecret?: string | undefined
  readonly addresses?: { readonly base: string }
}

const maxClients = 200

/**
 * Each processor account has its own client. Every POST has an idempotency key from us: the SDK repeats a request whose
 * connection closed, even without retries. Other retries are ours. `timeoutMs` limits Stripe's silence.
 */
export function openStripe(settings: StripeSettings, log: Log, timeoutMs = 10_000): Payments {
  process.env.STRIPE_SUPPRESS_NOTICES = "true" // the SDK would print into the log
  const keysOf = (processorAccount: ProcessorAccount) =>
    "secretKey" in processorAccount ? processorAccount : installationKeys(settings)
  const connection = openConnection(settings, timeoutMs)
  const deadlineMs = 2.5 * timeoutMs // the SDK waits for silence only: an answer that drips would never end
  const clientWith = (key: string) => new Stripe(key, connection)
  const keptClient = keepClients(clientWith)
  const clientOf = ({ secretKey }: Asked) => keptClient(secretKey ?? installationKeys(settings).secretKey)
  const ask: Ask = async (call, processorAccount, work) => {
    try {
      return await inClientSpan(`stripe ${call}`, async () =>
        inTime(deadlineMs, work(clientOf(processorAccount)), tookTooLong),
      )
    } catch (thrown) {
      const error = toProcessorError(thrown, call)
      logAnswer(log, { call, processorAccount: processorAccount.id }, error)
      throw error
    }
  }

  return {
    name: "stripe",
    hasInstallation: settings.stripeSecretKey !== undefined,
    isLive: (processorAccount) => /^[sr]k_live_/.test(keysOf(processorAccount).secretKey),
    publishableKey: (processorAccount) => keysOf(processorAccount).publishableKey,
    amountRules,
    testKeys: (keys) => ask("testKeys", keys, (stripe) => testKeys(stripe, clientWith(keys.publishableKey))),

    ...callsOf(ask),
    readEvent: (processorAccount, rawBody, headers) =>
      readEvent(clientOf(processorAccount), rawBody, {
        signature: headers["stripe-signature"],
        ...keysOf(processorAccount),
      }),
    close: async () => connection.httpAgent.destroy(),
  }
}

/** A processor account; without a key, the installation's. */
type Asked = { readonly id: string; readonly secretKey?: string }

/** Includes the SDK's retry. A call that is given up may still take effect. */
function tookTooLong(): never {
  throw new ProcessorError("unknown", "Stripe took too long to answer.")
}

type Ask = <Answer>(
  call: StripeCall,
  processorAccount: Asked,
  work: (stripe: Stripe) => Promise<Answer>,
) => Promise<Answer>

function callsOf(ask: Ask): Pick<Payments, Exclude<StripeCall, "testKeys">> {
  const call =
    <Input, Answer>(name: StripeCall, work: (stripe: Stripe, input: Input) => Promise<Answer>) =>
    (processorAccount: Asked, input: Input) =>
      ask(name, processorAccount, (stripe) => work(stripe, input))
  const readOrFail = call("findCheckoutSession", readCheckoutSession)
  return {
    findProcessorAccount: (processorAccount) => ask("findProcessorAccount", processorAccount, findProcessorAccount),
    makeHook: (processorAccount, url) =>
      ask("makeHook", processorAccount, (stripe) => makeHook(stripe, { processorAccount: processorAccount.id, url })),
    removeHook: (processorAccount) =>
      ask("removeHook", processorAccount, (stripe) => removeHooks(stripe, processorAccount.id)),
    registerDomain: call("registerDomain", registerDomain),
    openCheckoutSession: call("openCheckoutSession", openCheckoutSession),
    findCheckoutSession: (processorAccount, checkoutSessionId) =>
      readOrFail(processorAccount, checkoutSessionId).catch(undefinedIfMissing),
    listCheckoutSessions: call("listCheckoutSessions", listCheckoutSessions),
    expireCheckoutSession: call("expireCheckoutSession", expireCheckoutSession),
    refund: call("refund", refund),
    listDisputes: call("listDisputes", listDisputes),
    listEvents: call("listEvents", listEvents),
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

function openConnection({ paymentsUrl, addresses }: StripeSettings, timeout: number) {
  const appInfo = { name: "Atelier", url: addresses?.base ?? "" }
  const common = { maxNetworkRetries: 0, timeout, telemetry: false, appInfo }
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
    throw new ServiceError("invalid_request", "The webhook's signature is invalid.", {
      hint: "Check that the webhook secret is this endpoint's own, and that the clock is right: a signature is valid for 300 seconds.",
      cause,
    })
  }
}
