import assert from "node:assert/strict"
import { readFileSync } from "node:fs"
import { DatabaseSync } from "node:sqlite"
import { type TestContext, test } from "node:test"
import { Client } from "pg"
import {
  type DatabaseKind,
  emptyDatabaseUrl,
  migratedDatabaseUrl,
  onBothDatabases,
  openDatabase,
} from "#test/support/databases.ts"
import { schemaOf } from "#test/support/schema-of.ts"
import { rowsOf, valuesOf } from "#test/support/values-of.ts"
import type { Database } from "./database.ts"
import { migrate } from "./migrate.ts"
import { migrations } from "./migrations/index.ts"

const [, ...later] = Object.keys(migrations)

function dumpPath(name: string, kind: string): URL {
  return new URL(`migrations/dumps/before-${name}.${kind}.sql`, import.meta.url)
}

async function restore(url: string, dump: string): Promise<void> {
  if (url.startsWith("sqlite:")) {
    const db = new DatabaseSync(url.slice("sqlite:".length))
    db.exec(dump)
    db.close()
    return
  }
  const client = new Client(url)
  await client.connect()
  await client.query(dump)
  await client.end()
}

const freshSchemas: Partial<Record<DatabaseKind, string[]>> = {}

/** On PostgreSQL, which takes its time to restore one, the newest and every third; all of them in the soak. */
const isOnBoth = (at: number) => process.env.MIGRATION_KILLS === "all" || (later.length - 1 - at) % 3 === 0

for (const [at, name] of later.entries()) {
  const title = `a database from before ${name} becomes what a new one is, and keeps its rows`
  if (isOnBoth(at)) onBothDatabases(title, (t, kind) => assertUpgraded(t, { name, kind }))
  else test(`${title} (sqlite)`, (t) => assertUpgraded(t, { name, kind: "sqlite" }))
}

async function assertUpgraded(t: TestContext, { name, kind }: { name: string; kind: DatabaseKind }): Promise<void> {
  const url = await emptyDatabaseUrl(t, kind)
  await restore(url, readFileSync(dumpPath(name, kind), "utf8"))
  const database = openDatabase(t, url)
  freshSchemas[kind] ??= await schemaOf(openDatabase(t, await migratedDatabaseUrl(t, kind)))

  assert.deepEqual(await migrate(database), later.slice(later.indexOf(name)))
  assert.deepEqual(
    await schemaOf(database),
    freshSchemas[kind],
    "an unreleased migration was edited: remove the dumps of those after it, and run `node server/test/support/write-dumps.ts`",
  )
  const { slug, name: title } = await database.read.selectFrom("workspaces").selectAll().executeTakeFirstOrThrow()
  assert.deepEqual({ slug, title }, { slug: "studio", title: "Studio 'Ada'" })
  if (name >= "0012") await assertCarriedOver(database)
  if (name >= "0022") await assertKept(database)
}

/** What stands on a membership that is gone has ended, and money that waits is looked after; nothing else changed. */
async function assertCarriedOver({ read }: Database): Promise<void> {
  const grants = await read.selectFrom("grants").select(["id", "revoked_reason"]).orderBy("id").execute()
  assert.deepEqual(grants, [
    { id: "grant_account_1", revoked_reason: null },
    { id: "grant_account_2", revoked_reason: "no_longer_member" },
  ])
  const invitations = await read.selectFrom("invitations").select("id").execute()
  assert.deepEqual(invitations, [{ id: "invitation_account_1" }])
  const watched = read.selectFrom("purchases").select("id").where("unsettled_since", "is not", null).orderBy("id")
  assert.deepEqual(valuesOf(await watched.execute(), "id"), [
    "purchase_fulfil_failed",
    "purchase_paid",
    "purchase_refunding",
  ])
  const keyed = read.selectFrom("purchases").select("checkout_key").where("checkout_key", "is not", null).orderBy("id")
  assert.deepEqual(valuesOf(await keyed.execute(), "checkout_key"), [
    "offer_1:fulfil_failed@example.com",
    "offer_1:open@example.com",
    "offer_1:paid@example.com",
  ])
}

/** The clicks of each day are counted on, and a revocation that stands has its time. */
async function assertKept({ read }: Database): Promise<void> {
  const days = await read.selectFrom("link_days").selectAll().execute()
  assert.deepEqual(rowsOf(days, "link_id", "referrer", "device", "country", "clicks"), [
    ["link_1", "example.org", "phone", "", 3],
  ])
  const revoked = read.selectFrom("purchases").select(["id", "revoked_at"]).where("revoked_at", "is not", null)
  assert.deepEqual(rowsOf(await revoked.execute(), "id", "revoked_at"), [["purchase_fulfilled", 3]])
}

test("there is a dump for each migration but the first, and the names run in order", () => {
  for (const name of later) for (const kind of ["sqlite", "postgres"]) assert.ok(readFileSync(dumpPath(name, kind)))
  assert.deepEqual(later, later.toSorted())
})
