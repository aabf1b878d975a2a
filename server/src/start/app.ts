import type { App } from "#access/perform.ts"
import type { Settings } from "#config/settings.ts"
import { erasures, measures } from "#engines/jobs/domain-hooks.ts"
import { openKeyring } from "#kernel/keyring.ts"
import type { Log } from "#kernel/log.ts"
import { steadyClock } from "#kernel/time/steady-clock.ts"
import { dayMs } from "#kernel/time/units.ts"
import type { Tracing } from "#spans/port.ts"
import {
  openBlobs,
  openBus,
  openCounters,
  openCountries,
  openDnsLookup,
  openHttpFetch,
  openMail,
  openModels,
  openPayments,
  openStreamElementsOf,
  openToolServersOf,
  openWebhooks,
  type SharedParts,
} from "./adapters.ts"
import { openDatabase } from "./open-database.ts"
import { secretsOf } from "./secret-key.ts"
import type { Timed } from "./timed-adapters.ts"
import { readVersion } from "./version.ts"

export interface RunningApp extends App {
  close(): Promise<void>
}

/** Opens the adapters that the settings pick. */
export async function openApp(settings: Settings, log: Log): Promise<RunningApp> {
  const keyring = openKeyring(...secretsOf(settings))
  const now = steadyClock(Date.now)
  const untimed = await openOutside(settings, { keyring, now, log })
  const timed = await timer(settings)
  const outside = timeAll(untimed, timed)
  const { database, countries, payments, cards, images, calendars, mail, counters, bus, hooks } = outside
  const models = timed("model", openModels(settings))
  const tracing = await traceTo(settings, log)
  const { openWebPush } = await import("#adapters/push/web-push.ts")
  return {
    ...outside,
    tracing,
    push: timed("push", openWebPush(untimed.http, now)),
    models,
    keyring,
    now,
    log,
    addresses: settings.addresses,
    ...{ brandName: settings.brandName, blobsKeptMs: settings.blobsKeptDays * dayMs },
    client: { id: settings.oauthClientId, name: settings.oauthClientName },
    admission: admissionOf(settings),
    ...{ limits: settings.limits, erasures },
    selling: settings.selling ?? { own: true, installation: "everybody" },
    assistant: { isOn: settings.assistant === "on", limits: settings.assistantLimits, prices: settings.modelPrices },
    areDocAuthorsChecked: settings.docAuthors === "checked",
    close: async () => {
      countries?.close()
      await Promise.all(
        [payments, cards, images, calendars, mail, counters, bus, models, hooks].map((adapter) => adapter.close()),
      )
      await database.close()
      await tracing?.close()
    },
  }
}

/** Returns the function that times an adapter's calls. Without metrics, it returns adapters as they are. */
async function timer({ metricsPort }: Settings): Promise<Timed> {
  return metricsPort === undefined ? (_what, adapter) => adapter : (await import("./timed-adapters.ts")).timed
}

function timeAll(parts: Awaited<ReturnType<typeof openOutside>>, timed: Timed): typeof parts {
  return {
    ...parts,
    payments: timed("processor", parts.payments),
    mail: timed("mail", parts.mail),
    blobs: timed("blobs", parts.blobs),
    dns: timed("dns", parts.dns),
    http: timed("fetch", parts.http),
    streamElements: timed("stream-elements", parts.streamElements),
    toolServers: timed("tools", parts.toolServers),
  }
}

function openOutside(settings: Settings, shared: SharedParts) {
  const { log } = shared
  return allOf({
    database: openDatabase(settings, log),
    counters: openCounters(settings.countersUrl, log),
    bus: openBus(settings, log),
    blobs: openBlobs(settings.blobsUrl),
    mail: openMail(settings),
    dns: openDnsLookup(settings),
    http: openHttpFetch(settings),
    cards: import("#adapters/cards/takumi.ts").then(({ openCards }) => openCards(log, { yieldMs: 5_000 })),
    images: import("#adapters/images/remaker.ts").then(({ openImages }) => openImages(log)),
    calendars: import("#adapters/calendars/reader.ts").then(({ openCalendars }) => openCalendars()),
    streamElements: openStreamElementsOf(settings),
    toolServers: openToolServersOf(settings),
    hooks: openWebhooks(settings, shared),
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
  return {
    isSignUpOpen: signUp === "open",
    operators,
    contact,
    workspacesOfAccount,
    workspaces,
    storageBytes,
    measures,
  }
}

/** Loads what makes and sends spans, where there is an address for them. */
async function traceTo({ tracesUrl, tracesSampled }: Settings, log: Log): Promise<Tracing | undefined> {
  if (tracesUrl === undefined) return undefined
  const { exportSpans } = await import("#spans/export-spans.ts")
  return exportSpans({ url: tracesUrl, share: tracesSampled / 100, version: readVersion(), log })
}
