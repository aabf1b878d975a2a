import type { Addresses } from "#kernel/addresses.ts"
import { modeOfKey } from "#kernel/key-mode.ts"
import { sendsKeysReadably } from "./model-address.ts"
import { readVariables, SettingsError, type Values } from "./variable.ts"
import { variables } from "./variables.ts"

export interface Settings
  extends Omit<Values<typeof variables>, "databaseUrl" | "databaseDirectUrl" | "blobsUrl" | "mailUrl" | "contact"> {
  readonly addresses: Addresses
  /** False if every public address is on this machine, otherwise true. */
  readonly isProduction: boolean
  readonly databaseUrl: string
  /** The same as `databaseUrl` where no pooler is in between. */
  readonly databaseDirectUrl: string
  readonly blobsUrl: string
  readonly mailUrl: string
  readonly contact: string
  /** Faults that do not prevent the start. They are logged. */
  readonly warnings: readonly string[]
}

/** @throws SettingsError naming all faults: unknown names, wrong values, and values that production forbids. */
export function readSettings(environment: Record<string, string | undefined>): Settings {
  const values = readVariables(variables, environment)
  const addresses: Addresses = {
    base: values.baseUrl,
    auth: values.authUrl ?? values.baseUrl,
    mcp: values.mcpUrl ?? `${values.baseUrl}/mcp`,
    short: values.shortUrl ?? `${values.baseUrl}/s`,
    files: values.filesUrl ?? `${values.baseUrl}/files`,
  }
  const databaseUrl = values.databaseUrl ?? `sqlite:${values.dataDir}/atelier.db`
  const settings = {
    ...values,
    addresses,
    isProduction: !Object.values(addresses).every(isLoopback),
    databaseUrl,
    databaseDirectUrl: values.databaseDirectUrl ?? databaseUrl,
    blobsUrl: values.blobsUrl ?? `file:${values.dataDir}/blobs`,
    mailUrl: values.mailUrl ?? `outbox:${values.dataDir}/outbox`,
    // RFC 2142 section 2: abuse@ is the mailbox for "inappropriate public behaviour".
    contact: values.contact ?? `abuse@${new URL(values.baseUrl).hostname}`,
  }
  const faults = [
    ...paymentFaults(settings),
    ...modelFaults(settings),
    ...mailFaults(settings),
    ...(settings.isProduction ? productionFaults(settings) : []),
  ]
  if (faults.length > 0) throw new SettingsError(faults)
  return { ...settings, warnings: settings.isProduction ? sharedOrigins(addresses) : [] }
}

type Read = Omit<Settings, "warnings">

function paymentFaults({ paymentsUrl, ...settings }: Read): string[] {
  const keys = Object.entries({
    SVC_STRIPE_SECRET_KEY: settings.stripeSecretKey,
    SVC_STRIPE_PUBLISHABLE_KEY: settings.stripePublishableKey,
    SVC_STRIPE_WEBHOOK_SECRET: settings.stripeWebhookSecret,
  })
  if (!paymentsUrl.startsWith("stripe:")) return mixedModes(keys)
  const { selling } = settings
  const areNeeded = !selling || selling.installation.length > 0 || keys.some(([, key]) => key)
  const missing = [
    ...(selling ? [] : ["SVC_SELLING"]),
    ...(areNeeded ? keys.flatMap(([name, key]) => (key ? [] : [name])) : []),
  ]
  return [...missing.map((name) => `${name} is needed with SVC_PAYMENTS_URL=${paymentsUrl}.`), ...mixedModes(keys)]
}

function modelFaults({ model, modelKey }: Read): string[] {
  if (modelKey === undefined) return []
  if (model.wire === "commands") return ["SVC_MODEL_URL=commands: asks no model, so leave SVC_MODEL_KEY out."]
  if (!sendsKeysReadably(model)) return []
  return [
    `SVC_MODEL_URL would send SVC_MODEL_KEY over plain http: write ${model.wire}+https:// in place of ${model.wire}://.`,
  ]
}

function mailFaults({ mailBounces, mailBouncesUrl }: Read): string[] {
  const isUnused = mailBouncesUrl !== undefined && mailBounces === undefined
  return isUnused ? ["SVC_MAIL_BOUNCES is needed with SVC_MAIL_BOUNCES_URL."] : []
}

/** Warns of a test key beside a live key, which is always a mistake and would otherwise only show at a sale. */
function mixedModes(keys: readonly [name: string, key: string | undefined][]): string[] {
  const named = (mode: "live" | "test") => keys.filter(([, key = ""]) => modeOfKey(key) === mode).map(([name]) => name)
  const [live, test] = [named("live"), named("test")]
  if (live.length === 0 || test.length === 0) return []
  return [`${live.join(" and ")} is live, ${test.join(" and ")} is for tests: set keys of one mode.`]
}

function productionFaults(settings: Read): string[] {
  const faults = Object.entries(settings.addresses)
    .filter(([, address]) => !address.startsWith("https://"))
    .map(([name, address]) => `The ${name} address ${address} must be https in production.`)
  if (settings.paymentsUrl !== "stripe:") {
    faults.push(`SVC_PAYMENTS_URL=${settings.paymentsUrl} moves no money; set it to \`stripe:\`.`)
  }
  if (settings.mailUrl.startsWith("outbox:"))
    faults.push("SVC_MAIL_URL: outbox mail reaches no person; set an `smtp://` address.")
  if (!settings.secretKeys)
    faults.push("SVC_SECRET_KEY is needed in production (32 characters or more, from a secure generator).")
  if (settings.toolServers.isLoopbackAllowed)
    faults.push("SVC_TOOL_SERVERS: `loopback` would let members reach this machine's own network; take it out.")
  if (settings.webhooks.isLoopbackAllowed)
    faults.push("SVC_WEBHOOKS: `loopback` would let members reach this machine's own network; take it out.")
  if (settings.mailFrom.endsWith("@localhost.localdomain")) faults.push("SVC_MAIL_FROM is needed in production.")
  return faults
}

function sharedOrigins(addresses: Addresses): string[] {
  const origin = (address: string) => new URL(address).origin
  return (["short", "files"] as const)
    .filter((name) => origin(addresses[name]) === origin(addresses.auth))
    .map((name) => `The ${name} address shares the authorization server's origin; give it a host of its own.`)
}

function isLoopback(address: string): boolean {
  const { hostname } = new URL(address)
  // RFC 6761 section 6.3: every name under .localhost is this machine.
  if (hostname === "localhost" || hostname.endsWith(".localhost")) return true
  return hostname === "[::1]" || /^127(\.\d{1,3}){3}$/.test(hostname)
}
