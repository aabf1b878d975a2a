import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { TestContext } from "node:test"
import type { z } from "zod"
import type { Action } from "#access/action.ts"
import type { Caller, Context } from "#access/context.ts"
import { type App, perform, systemContext } from "#access/perform.ts"
import type { Role } from "#access/roles.ts"
import { openDiskBlobs } from "#adapters/blobs/disk.ts"
import { withDeadlines } from "#adapters/blobs/with-deadlines.ts"
import { openMemoryBus } from "#adapters/bus/memory.ts"
import { openCalendars } from "#adapters/calendars/reader.ts"
import { openCards } from "#adapters/cards/takumi.ts"
import { openMemoryCounters } from "#adapters/counters/memory.ts"
import { openDns } from "#adapters/dns/resolver.ts"
import { openHooks } from "#adapters/hooks/hook-sender.ts"
import { openGuardedFetch } from "#adapters/http-fetch/guarded.ts"
import { openImages } from "#adapters/images/remaker.ts"
import { openOutbox } from "#adapters/mail/outbox.ts"
import { openCommands } from "#adapters/models/commands/commands.ts"
import type { Models } from "#adapters/models/port.ts"
import { openSandbox, type Sandbox } from "#adapters/payments/sandbox/sandbox.ts"
import { openWebPush } from "#adapters/push/web-push.ts"
import { openStreamElements } from "#adapters/stream-elements/kappa.ts"
import { readSettings } from "#config/settings.ts"
import { erasures, measures } from "#engines/jobs/domain-hooks.ts"
import { newId } from "#kernel/ids.ts"
import { openKeyring } from "#kernel/keyring.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import {
  type DatabaseKind,
  migratedDatabaseUrl,
  openDatabase,
  temporaryFolder,
  usualKind,
} from "../databases/test-databases.ts"
import { toolServersFor } from "../stand-ins/tool-server.ts"
import { enterInDirectory } from "../workspace/directory.ts"

/** A clock that stands still until a test moves it. Starts at 2026-11-20 12:00 UTC. */
export interface Clock {
  now: () => number
  advance(ms: number): void
}

export interface World {
  app: App
  /** The context of a job. */
  cx: Context
  clock: Clock
  sandbox: Sandbox
  /** The folder of the sandbox's file, the outbox and the blobs. */
  folder: string
  /** The workspace `studio` and a caller for each role in it, plus one from another workspace. */
  workspaceId: WorkspaceId
  callers: Record<Role | "stranger", Caller>
  /** Performs an action as a caller, or as one of `callers`. */
  act<Input extends z.ZodType, Output extends z.ZodType>(
    as: Role | "stranger" | Caller,
    action: Action<Input, Output>,
    input: unknown,
  ): Promise<z.input<Output>>
  /** Every mail sent so far, oldest first, as the text of its `.eml` file. */
  mails(): string[]
}

/** The secret key of every world. */
export const worldSecret = "a secret of at least thirty-two characters"

export const silentLog = { info() {}, warn() {}, error() {}, answered() {}, dropped: () => 0 }

/** A log with readable lines. */
export function listeningLog(): { log: App["log"]; lines: Record<string, unknown>[] } {
  const lines: Record<string, unknown>[] = []
  const note = (fields: object, msg: string) => void lines.push({ ...fields, msg })
  return { log: { ...silentLog, info: note, warn: note, error: note }, lines }
}

export interface WorldOptions {
  /** The name servers to use: a `dnsServer`'s address. None means the system's. */
  dnsServers?: readonly string[]
  /** One more allowed target of fetches, `address:port`: a peer on this machine. */
  fetchable?: string
  /** The addresses of the operators. Absent: there are none. */
  operators?: readonly string[]
  /** A migrated database to open instead of a new one. */
  databaseUrl?: string
  /** The tool servers that are allowed besides public ones, by their ports on this machine. */
  toolPeers?: readonly { port: number }[]
  /** The receivers of webhooks that are allowed besides public ones, by their ports on this machine. */
  receivers?: readonly { port: number }[]
  /** The most webhooks to an endpoint in a second. Absent: no limit. */
  hooksPerSecond?: number
  /** The address of StreamElements' API: a stand-in. Absent: a port without a listener. */
  streamElementsUrl?: string
  /** The assistant's model, such as the `models()` of a stand-in. Absent: the built-in commands. */
  models?: Models
  log?: App["log"]
  /** Changes to the usual settings of the assistant. */
  assistant?: Partial<App["assistant"]>
}

/** The limit of work in other processes and threads. A busy machine takes twenty times as long as a quiet one. */
const patienceMs = 60_000

/** A whole service in process, on the embedded adapters, with only people in its database. */
export async function world(
  t: TestContext,
  kind: DatabaseKind = usualKind,
  options: WorldOptions = {},
): Promise<World> {
  const folder = temporaryFolder(t)
  const clock = standingClock()
  const keyring = openKeyring(worldSecret)
  const addresses = {
    base: "http://localhost:3000",
    auth: "http://localhost:3000",
    mcp: "http://localhost:3000/mcp",
    short: "http://localhost:3000/s",
    files: "http://localhost:3000/files",
  }
  const sandbox = openSandbox({ path: join(folder, "sandbox.db"), baseUrl: addresses.base, keyring, now: clock.now })
  const cards = openCards(silentLog, { deadlineMs: patienceMs, paintLimitMs: patienceMs })
  const images = openImages(silentLog, { deadlineMs: patienceMs })
  const calendars = openCalendars({ deadlineMs: patienceMs })
  const http = openGuardedFetch({
    dnsServers: options.dnsServers ?? [],
    ...(options.fetchable !== undefined && { allowed: options.fetchable }),
  })
  const app: App = {
    database: openDatabase(t, options.databaseUrl ?? (await migratedDatabaseUrl(t, kind))),
    payments: sandbox,
    mail: openOutbox(join(folder, "outbox"), "atelier@localhost.localdomain"),
    dns: openDns(options.dnsServers ?? [], clock.now),
    blobs: withDeadlines(openDiskBlobs(join(folder, "blobs"))),
    ...{ http, push: openWebPush(http, clock.now) },
    counters: openMemoryCounters(),
    bus: openMemoryBus(silentLog),
    ...{ cards, images, calendars, countries: undefined },
    ...others(options, clock.now),
    keyring,
    addresses,
    brandName: "Atelier",
    client: { id: "atelier-agents", name: "Your agent" },
    ...{ admission: admissionOf(options), erasures },
    ...{ now: clock.now, areDocAuthorsChecked: true, blobsKeptMs: 0 },
    log: options.log ?? silentLog,
  }
  t.after(() => Promise.all([sandbox, cards, images, calendars, app.hooks, app.counters].map((one) => one.close())))
  const { workspaceId, callers } = await settle(app)
  return {
    ...{ app, cx: systemContext(app), clock, sandbox, folder, workspaceId, callers },
    act: (as, action, input) => perform({ app, caller: typeof as === "string" ? callers[as] : as }, action, input),
    mails: () => readMails(folder),
  }
}

const admissionOf = ({ operators = [] }: WorldOptions): App["admission"] => ({
  ...{ isSignUpOpen: true, operators, contact: "abuse@atelier.example" },
  ...{ workspacesOfAccount: 20, workspaces: undefined, storageBytes: undefined, measures },
})

function openWorldHooks(options: WorldOptions, now: () => number) {
  const {
    receivers = [],
    dnsServers = ["127.0.0.1:9"],
    hooksPerSecond: mostPerSecond = Number.POSITIVE_INFINITY,
  } = options
  const isAllowed = (address: string, port: number) =>
    address === "127.0.0.1" && receivers.some((receiver) => receiver.port === port)
  return openHooks({ hosts: "any", isAllowed, dnsServers, now, totalMs: 2_000, mostPerSecond })
}

function others(given: WorldOptions, now: () => number) {
  const { streamElementsUrl = "http://127.0.0.1:9", toolPeers = [], ...options } = given
  const { models = openCommands(), assistant: chosen } = options
  const assistant = { isOn: true, limits: readSettings({}).assistantLimits, prices: undefined, ...chosen }
  return {
    streamElements: openStreamElements(streamElementsUrl),
    toolServers: toolServersFor(toolPeers),
    hooks: openWorldHooks(given, now),
    models,
    assistant,
    limits: readSettings({}).limits,
    selling: { own: true, installation: "everybody" } as const,
  }
}

function standingClock(): Clock {
  let time = Date.UTC(2026, 10, 20, 12)
  return {
    now: () => time,
    advance: (ms) => {
      time += ms
    },
  }
}

async function settle(app: App): Promise<Pick<World, "workspaceId" | "callers">> {
  const workspaceId = await insertWorkspace(app, "studio", "Studio Ada")
  const elsewhere = await insertWorkspace(app, "elsewhere", "Elsewhere")
  return {
    workspaceId,
    callers: {
      owner: await insertMember(app, { workspaceId, slug: "studio" }, "owner"),
      admin: await insertMember(app, { workspaceId, slug: "studio" }, "admin"),
      member: await insertMember(app, { workspaceId, slug: "studio" }, "member"),
      viewer: await insertMember(app, { workspaceId, slug: "studio" }, "viewer"),
      stranger: await insertMember(app, { workspaceId: elsewhere, slug: "elsewhere" }, "owner"),
    },
  }
}

/** Adds a workspace and returns its id. */
export async function insertWorkspace(app: App, slug: string, name: string): Promise<WorkspaceId> {
  const id = newId("workspace")
  const row = { id, slug, name, created_at: app.now(), suspended_at: null, deleted_at: null }
  await app.database.transaction(async (db) => {
    await db.insertInto("workspaces").values(row).execute()
    await enterInDirectory(db, { kind: "workspace", key: slug, workspace_id: id })
  })
  return id
}

/** Adds a person with a role in a workspace and returns them as a caller in that workspace. */
export async function insertMember(
  app: App,
  { workspaceId, slug }: { workspaceId: WorkspaceId; slug: string },
  role: Role,
): Promise<Caller> {
  const accountId = newId("account")
  await app.database.transaction(async (db) => {
    const email = `${role}@${slug}.example`
    await db.insertInto("accounts").values({ id: accountId, email, name: role, created_at: app.now() }).execute()
    await db
      .insertInto("members")
      .values({ workspace_id: workspaceId, account_id: accountId, role, created_at: app.now() })
      .execute()
  })
  return { kind: "person", accountId, workspaceSlug: slug }
}

/** Adds a person of `studio` to the workspace `elsewhere` too, and returns its id. */
export async function joinElsewhere(app: App, caller: Caller, role: Role = "member"): Promise<WorkspaceId> {
  if (caller.kind !== "person") throw new Error("Only people join workspaces.")
  const { accountId } = caller
  return app.database.transaction(async (db) => {
    const { id } = await db
      .selectFrom("workspaces")
      .select("id")
      .where("slug", "=", "elsewhere")
      .executeTakeFirstOrThrow()
    const row = { workspace_id: id, account_id: accountId, role, created_at: app.now() }
    await db.insertInto("members").values(row).execute()
    return id
  })
}

function readMails(folder: string): string[] {
  const outbox = join(folder, "outbox")
  return readdirSync(outbox)
    .filter((name) => name.endsWith(".eml"))
    .sort()
    .map((name) => readFileSync(join(outbox, name), "utf8"))
}
