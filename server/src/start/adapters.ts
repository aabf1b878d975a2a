import { join } from "node:path"
import type { BlobStore, Blobs } from "#adapters/blobs/port.ts"
import { withDeadlines } from "#adapters/blobs/with-deadlines.ts"
import type { Countries } from "#adapters/countries/port.ts"
import type { SenderSettings } from "#adapters/mail/mail-sender.ts"
import { commands, lazyModels } from "#adapters/models/lazy.ts"
import type { Models } from "#adapters/models/port.ts"
import { sendsKeysReadably, usualSilenceMs, wantsKey } from "#config/model-address.ts"
import type { Settings } from "#config/settings.ts"
import { userAgentOf } from "#kernel/addresses.ts"
import type { Keyring } from "#kernel/keyring.ts"
import type { Log } from "#kernel/log.ts"

// The only file that picks adapters. Each is loaded when it is picked, so that the defaults start without the others'
// libraries.

export async function openCountries(path: string | undefined, log: Log): Promise<Countries | undefined> {
  if (path === undefined) return undefined
  return (await import("#adapters/countries/mmdb.ts")).openMmdbCountries(path, { log })
}

export async function openDnsLookup({ dnsServers }: Pick<Settings, "dnsServers">) {
  return (await import("#adapters/dns/resolver.ts")).openDns(dnsServers)
}

export async function openHttpFetch({ dnsServers, addresses }: Settings) {
  const userAgent = userAgentOf(addresses)
  return (await import("#adapters/http-fetch/guarded.ts")).openGuardedFetch({ dnsServers, userAgent })
}

export async function openStreamElementsOf({ streamElementsUrl, addresses }: Settings) {
  const { openStreamElements } = await import("#adapters/stream-elements/kappa.ts")
  return openStreamElements(streamElementsUrl, 5_000, userAgentOf(addresses))
}

export async function openToolServersOf({ toolServers, dnsServers, addresses }: Settings) {
  const { hosts, isLoopbackAllowed } = toolServers
  const { openToolServers } = await import("#adapters/tool-servers/mcp-client.ts")
  const userAgent = userAgentOf(addresses)
  return openToolServers({ hosts, dnsServers, userAgent, ...(isLoopbackAllowed && { isAllowed: isOnThisMachine }) })
}

export async function openWebhooks(
  { webhooks: { hosts, isLoopbackAllowed }, dnsServers }: Settings,
  { now }: Pick<SharedParts, "now">,
) {
  const { openHooks } = await import("#adapters/hooks/hook-sender.ts")
  return openHooks({ hosts, dnsServers, now, ...(isLoopbackAllowed && { isAllowed: isOnThisMachine }) })
}

const isOnThisMachine = (address: string) => /^127\.|^::1$/.test(address)

export async function openBus({ countersUrl, databaseDirectUrl: url }: Settings, log: Log) {
  if (countersUrl.kind !== "memory") return (await import("#adapters/bus/redis.ts")).openRedisBus(countersUrl, log)
  if (url.startsWith("sqlite:")) return (await import("#adapters/bus/memory.ts")).openMemoryBus(log)
  return (await import("#adapters/bus/postgres.ts")).openPostgresBus(url, log)
}

export async function openCounters(address: Settings["countersUrl"], log: Log) {
  if (address.kind === "memory") return (await import("#adapters/counters/memory.ts")).openMemoryCounters()
  return (await import("#adapters/counters/redis.ts")).openRedisCounters(address, log)
}

/** The model's adapter is loaded at the first question, since an installation may never ask one. */
export function openModels({ model, modelKey: key, addresses }: Settings): Models {
  if (model.wire === "commands") {
    return lazyModels(commands, async () => (await import("#adapters/models/commands/commands.ts")).openCommands())
  }
  const { model: name, windowTokens, accepts } = model
  const isOverheard = sendsKeysReadably(model)
  const needsOwnKey = key === undefined && wantsKey(model)
  const known = { name, isModel: true, needsOwnKey, isOverheard, windowTokens, accepts }
  const silenceMs = usualSilenceMs(model)
  return lazyModels({ ...known, silenceMs }, async () => {
    const [{ openAiSdk }, { withRetries }] = await Promise.all([
      import("#adapters/models/ai-sdk.ts"),
      import("#adapters/models/with-retries.ts"),
    ])
    const userAgent = userAgentOf(addresses)
    return withRetries(openAiSdk(model, { key, isOverheard, idleMs: silenceMs, now: Date.now, userAgent }))
  })
}

/** Opens the file store at `url`, in the form of `SVC_BLOBS_URL`. */
export async function openBlobs(url: string): Promise<Blobs> {
  return withDeadlines(await openBlobStore(url))
}

async function openBlobStore(url: string): Promise<BlobStore> {
  if (url.startsWith("file:")) return (await import("#adapters/blobs/disk.ts")).openDiskBlobs(url.slice("file:".length))
  return (await import("#adapters/blobs/s3.ts")).openS3Blobs(url)
}

export async function openMail(settings: SenderSettings & Pick<Settings, "mailUrl">) {
  const { mailUrl: url, mailFrom } = settings
  if (url.startsWith("outbox:"))
    return (await import("#adapters/mail/outbox.ts")).openOutbox(url.slice("outbox:".length), mailFrom)
  const [{ openSmtp }, { openSender }] = await Promise.all([
    import("#adapters/mail/smtp.ts"),
    import("#adapters/mail/mail-sender.ts"),
  ])
  return openSmtp(url, openSender(settings))
}

export async function openBounces({ mailBounces: address, mailBouncesUrl: url }: Settings) {
  if (address === undefined || url === undefined) return undefined
  return (await import("#adapters/mail/bounces/imap-bounces.ts")).openImapBounces({ url, address })
}

export interface SharedParts {
  readonly keyring: Keyring
  readonly now: () => number
  readonly log: Log
}

export async function openPayments(settings: Settings, { keyring, now, log }: SharedParts) {
  if (settings.paymentsUrl === "sandbox:") {
    const { openSandbox } = await import("#adapters/payments/sandbox/sandbox.ts")
    return openSandbox({ path: join(settings.dataDir, "sandbox.db"), baseUrl: settings.addresses.base, keyring, now })
  }
  const { openStripe } = await import("#adapters/payments/stripe/stripe.ts")
  return openStripe(settings, log)
}
