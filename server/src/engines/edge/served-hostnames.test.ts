import assert from "node:assert/strict"
import { type TestContext, test } from "node:test"
import type { App } from "#access/perform.ts"
import { openPostgresBus } from "#adapters/bus/postgres.ts"
import { removeDomain } from "#domains/workspaces/index.ts"
import { until } from "#test/support/basics/until.ts"
import { brokenDatabase } from "#test/support/databases/broken-database.ts"
import { noteQueries } from "#test/support/databases/note-queries.ts"
import {
  type DatabaseKind,
  migratedDatabaseUrl,
  onBothDatabases,
  onPostgres,
} from "#test/support/databases/test-databases.ts"
import { dnsServer } from "#test/support/stand-ins/dns-server.ts"
import { attach, attachServed } from "#test/support/workspace/attach-domain.ts"
import { silentLog, world } from "#test/support/worlds/world.ts"
import { ServedHostnames } from "./served-hostnames.ts"

async function studioWithDns(t: TestContext, kind: DatabaseKind) {
  const dns = await dnsServer(t)
  return { ...(await world(t, kind, { dnsServers: [dns.address] })), dns }
}

/** The queries of the first reading: whether there are too many hostnames, and one page of them. */
const firstRound = 2

function opened(t: TestContext, app: App, most?: number) {
  const hostnames = new ServedHostnames(app, most)
  t.after(() => hostnames.close())
  return hostnames
}

/** The same service, and the queries of its reads outside of transactions. */
function noted(app: App) {
  const { db, asked } = noteQueries(app.database.read)
  return { app: { ...app, database: { ...app.database, read: db } }, asked }
}

onBothDatabases("10,000 unknown names cost no query, and a newly attached name is served at once", async (t, kind) => {
  const studio = await studioWithDns(t, kind)
  const { app, asked } = noted(studio.app)
  const hostnames = opened(t, app)
  await until(async () => asked.length === firstRound)
  await attachServed(studio, "go.example.com")
  await until(async () => (await hostnames.find("go.example.com")) === "served")

  asked.length = 0
  for (let n = 0; n < 10_000; n += 1) assert.equal(await hostnames.find(`unknown-${n}.example.com`), "unknown")
  assert.equal(asked.length, 0)

  await attach(studio, "later.example.com")
  await until(async () => (await hostnames.find("later.example.com")) === "claimed")
  assert.equal(asked.length, 1, "only the workspace's hostnames were read")
})

onPostgres("a process notices when another process attaches or removes a domain", async (t) => {
  const databaseUrl = await migratedDatabaseUrl(t, "postgres")
  const dns = await dnsServer(t)
  const open = async () => {
    const bus = openPostgresBus(databaseUrl, silentLog)
    t.after(() => bus.close())
    await until(async () => bus.isUp())
    return bus
  }
  const studio = await world(t, "postgres", { dnsServers: [dns.address], databaseUrl })
  Object.assign(studio.app, { bus: await open() })
  const hostnames = opened(t, { ...studio.app, bus: await open() })
  await until(async () => (await hostnames.find("go.example.com")) === "unknown")

  const id = await attachServed({ ...studio, dns }, "go.example.com")
  await until(async () => (await hostnames.find("go.example.com")) === "served")
  await studio.act("admin", removeDomain, { id })
  await until(async () => (await hostnames.find("go.example.com")) === "unknown")
})

onBothDatabases("above the limit names are looked up, 200 a second at most", async (t, kind) => {
  const studio = await studioWithDns(t, kind)
  const names = ["a.example.com", "b.example.com", "c.example.com"]
  for (const name of names) await attachServed(studio, name)
  const { app, asked } = noted(studio.app)
  const hostnames = opened(t, app, 2)
  await until(async () => asked.length === 1) // the count

  for (const name of names) assert.equal(await hostnames.find(name), "served")
  assert.equal(await hostnames.find("unknown.example.com"), "unknown")
  asked.length = 0
  const second = t.mock.method(performance, "now", () => 1e9)
  const answers = Array.from({ length: 201 }, (_, n) => hostnames.find(`unknown-${n}.example.com`))
  second.mock.restore()
  assert.deepEqual(new Set(await Promise.all(answers.slice(0, 200))), new Set(["unknown"]))
  assert.equal(await answers[200], "busy")
  assert.equal(asked.length, 200)
})

test("while the database is away the known names stay, and a gap of the bus leads to a new reading", async (t) => {
  const studio = await studioWithDns(t, "sqlite")
  await attachServed(studio, "go.example.com")
  let isAway = false
  const { db: working, asked } = noteQueries(studio.app.database.read)
  const broken = brokenDatabase(studio.app).database.read
  const selectFrom = ((table: "domains") => (isAway ? broken : working).selectFrom(table)) as typeof working.selectFrom
  const database = { ...studio.app.database, read: { ...working, selectFrom } }
  let gap = () => {}
  const onGap = (on: () => void) => {
    gap = on
    return () => {}
  }
  const bus = { ...studio.app.bus, subscribe: () => () => {}, onGap }
  let faults = 0
  const log = { ...silentLog, warn: () => void faults++ }
  const hostnames = opened(t, { ...studio.app, database, bus, log })
  await until(async () => asked.length === firstRound)
  await until(async () => (await hostnames.find("go.example.com")) === "served")

  isAway = true
  gap()
  await until(async () => faults === 1)
  assert.equal(await hostnames.find("go.example.com"), "served")
  await attachServed(studio, "later.example.com")
  isAway = false
  assert.equal(await hostnames.find("later.example.com"), "unknown")
  gap()
  await until(async () => (await hostnames.find("later.example.com")) === "served")
})
