import { join } from "node:path"
import type { App } from "#access/perform.ts"
import type { BlobStore, Blobs } from "#adapters/blobs/port.ts"
import { withDeadlines } from "#adapters/blobs/with-deadlines.ts"
import type { Countries } from "#adapters/countries/port.ts"
import { commands, lazyModels } from "#adapters/models/lazy.ts"
import type { Models } from "#adapters/models/port.ts"
import { sendsKeysReadably, wantsKey } from "#config/model-address.ts"
import type { Settings } from "#config/settings.ts"
import { openKeyring } from "#kernel/keyring.ts"
import type { Log } from "#kernel/log.ts"
import { steadyClock } from "#kernel/time/steady-clock.ts"
import type { Database } from "#storage/database.ts"
import { secretsOf } from "./secret-key.ts"

export interface RunningApp extends App {
  close(): Promise<void>
}

/**
 * The only place that picks adapters. It loads only those, so that the defaults start without the others' libraries.
 */
export async function openApp(settings: Settings, log: Log): Promise<RunningApp> {
  const keyring = openKeyring(...secretsOf(settings))
  const now = steadyClock(Date.now)
  const outside = await openOutside(settings, { keyring, now, log })
  const { database, countries, payments, cards, images, calendars, mail, counters, bus } = outside
  const models = openModels(settings)
  const { openWebPush } = await import("#adapters/push/web-push.ts")
  return {
    ...outside,
    push: openWebPush(outside.http, now),
    models,
    keyring,
    now,
    log,
    addresses: settings.addresses,
    brandName: settings.brandName,
    client: { id: settings.oauthClientId, name: settings.oauthClientName },
    admission: admissionOf(settings),
    selling: settings.selling ?? { own: true, installation: "everybody" },
    assistant: { isOn: settings.assistant === "on", limits: settings.assistantLimits, prices: settings.modelPrices },
    areDocAuthorsChecked: settings.docAuthors === "checked",
    close: async () => {
      countries?.close()
      await Promise.all(
        [payments, cards, images, calendars, mail, counters, bus, models].map((adapter) => adapter.close()),
      )
      await database.close()
    },
  }
}

type Shared = Pick<App, "keyring" | "now" | "log">

function openOutside(settings: Settings, shared: Shared) {
  const { log } = shared
  return allOf({
    database: openDatabase(settings, log),
    counters: openCounters(settings.countersUrl, log),
    bus: openBus(settings, log),
    blobs: openBlobs(settings.blobsUrl),
    mail: openMail(settings.mailUrl, settings.mailFrom),
    dns: import("#adapters/dns/resolver.ts").then(({ openDns }) => openDns(settings.dnsServers)),
    http: openHttpFetch(settings),
    cards: import("#adapters/cards/takumi.ts").then(({ openCards }) => openCards(log, { onlyWhenIdle: true })),
    images: import("#adapters/images/remaker.ts").then(({ openImages }) => openImages(log)),
    calendars: import("#adapters/calendars/reader.ts").then(({ openCalendars }) => openCalendars()),
    streamElements: openStreamElements(settings),
    toolServers: openToolServers(settings),
    countries: openCountries(settings.countryDatabase, log),
    payments: openPayments(settings, shared),
  })
}

async function allOf<Parts extends object>(parts: Parts): Promise<{ [Name in keyof Parts]: Awaited<Parts[Name]> }> {
  const entries = Object.entries(parts).map(async ([name, part]) => [name, await part] as const)
  return Object.fromEntries(await Promise.all(entries)) as { [Name in keyof Parts]: Awaited<Parts[Name]> }
}

function admissionOf({ signUp, storageGigabytes, ...settings }: Settings): App["admission"] {
  const { operators, contact, workspacesOfAccount, workspaces } = settings
  const storageBytes = storageGigabytes === undefined ? undefined : storageGigabytes * 1e9
  return { isSignUpOpen: signUp === "open", operators, contact, workspacesOfAccount, workspaces, storageBytes }
}

export async function openDatabase(
  settings: Pick<Settings, "databaseUrl" | "databaseDirectUrl" | "databasePool">,
  log: Log,
): Promise<Database> {
  const { databaseUrl: url, databaseDirectUrl: directUrl, databasePool: size } = settings
  if (url.startsWith("sqlite:")) {
    const { openSqlite } = await import("#storage/sqlite.ts")
    return openSqlite(url.slice("sqlite:".length))
  }
  const { openPostgres } = await import("#storage/postgres/index.ts")
  const onError = (error: Error) => log.error({ error: error.message }, "An idle database connection broke.")
  let hasWarned = false
  const onUnlimited = () => {
    if (!hasWarned)
      log.warn({}, "A connection to the database has no time limits; the warnings at the start say what to do.")
    hasWarned = true
  }
  return openPostgres(url, { size, directUrl, onError, onUnlimited })
}

async function openCountries(path: string | undefined, log: Log): Promise<Countries | undefined> {
  if (path === undefined) return undefined
  return (await import("#adapters/countries/mmdb.ts")).openMmdbCountries(path, { log })
}

async function openHttpFetch({ dnsServers }: Settings) {
  return (await import("#adapters/http-fetch/guarded.ts")).openGuardedFetch({ dnsServers })
}

async function openStreamElements({ streamElementsUrl }: Settings) {
  return (await import("#adapters/stream-elements/kappa.ts")).openStreamElements(streamElementsUrl)
}

async function openToolServers({ toolServers: { hosts, isLoopbackAllowed }, dnsServers }: Settings) {
  const { openToolServers } = await import("#adapters/tool-servers/mcp-client.ts")
  return openToolServers({ hosts, dnsServers, ...(isLoopbackAllowed && { isAllowed: isOnThisMachine }) })
}

const isOnThisMachine = (address: string) => /^127\.|^::1$/.test(address)

async function openBus({ countersUrl, databaseDirectUrl: url }: Settings, log: Log) {
  if (countersUrl !== "memory:") return (await import("#adapters/bus/redis.ts")).openRedisBus(countersUrl, log)
  if (url.startsWith("sqlite:")) return (await import("#adapters/bus/memory.ts")).openMemoryBus(log)
  return (await import("#adapters/bus/postgres.ts")).openPostgresBus(url, log)
}

async function openCounters(url: string, log: Log) {
  if (url === "memory:") return (await import("#adapters/counters/memory.ts")).openMemoryCounters()
  return (await import("#adapters/counters/redis.ts")).openRedisCounters(url, log)
}

/** The model's adapter is loaded at the first question, since an installation may never ask one. */
function openModels({ model, modelKey: key }: Settings): Models {
  if (model.wire === "commands") {
    return lazyModels(commands, async () => (await import("#adapters/models/commands/commands.ts")).openCommands())
  }
  const { model: name, windowTokens, accepts } = model
  const isOverheard = sendsKeysReadably(model)
  const needsOwnKey = key === undefined && wantsKey(model)
  return lazyModels({ name, isModel: true, needsOwnKey, isOverheard, windowTokens, accepts }, async () => {
    const [{ openAiSdk }, { withRetries }] = await Promise.all([
      import("#adapters/models/ai-sdk.ts"),
      import("#adapters/models/with-retries.ts"),
    ])
    return withRetries(openAiSdk(model, { key, isOverheard, now: Date.now }))
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

async function openMail(url: string, from: string) {
  if (url.startsWith("outbox:"))
    return (await import("#adapters/mail/outbox.ts")).openOutbox(url.slice("outbox:".length), from)
  return (await import("#adapters/mail/smtp.ts")).openSmtp(url, from)
}

async function openPayments(settings: Settings, { keyring, now, log }: Shared) {
  if (settings.paymentsUrl === "sandbox:") {
    const { openSandbox } = await import("#adapters/payments/sandbox/sandbox.ts")
    return openSandbox({ path: join(settings.dataDir, "sandbox.db"), baseUrl: settings.addresses.base, keyring, now })
  }
  const { openStripe } = await import("#adapters/payments/stripe/stripe.ts")
  return openStripe(settings, log)
}
