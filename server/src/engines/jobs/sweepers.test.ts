import assert from "node:assert/strict"
import { CompiledQuery, type Kysely, type KyselyPlugin } from "kysely"
import type { Context, Inside } from "#access/context.ts"
import { dayMs } from "#kernel/time/units.ts"
import type { Schema } from "#storage/schema.ts"
import { onBothDatabases } from "#test/support/databases/test-databases.ts"
import { insertPurchase, offerOnSale } from "#test/support/selling/shop.ts"
import { type World, world } from "#test/support/worlds/world.ts"
import { sweepers } from "./sweepers.ts"

function sweep(studio: World, name: string, cx = studio.cx): Promise<unknown> {
  const sweeper = sweepers.find((sweeper) => sweeper.name === name)
  assert.ok(sweeper, name)
  return sweeper.run(cx)
}

async function insert<Table extends keyof Schema>({ app }: World, table: Table, rows: Schema[Table][]): Promise<void> {
  await app.database.transaction((db) =>
    (db as Kysely<Schema>)
      .insertInto(table)
      .values(rows as never)
      .execute(),
  )
}

async function idsIn(studio: World, table: keyof Schema, column = "id"): Promise<unknown[]> {
  const rows = await studio.app.database.read.selectFrom(table).selectAll().execute()
  return rows.map((row) => (row as Record<string, unknown>)[column]).sort()
}

onBothDatabases("unpaid checkouts are deleted after 90 days, but never with money or a unit", async (t, kind) => {
  const studio = await world(t, kind)
  const offer = await offerOnSale(studio)
  const old = studio.clock.now()
  const unpaid = { charged_cents: 0, unit_taken_at: null, updated_at: old }
  await insertPurchase(studio, offer, { id: "gone_1", state: "expired", ...unpaid })
  await insertPurchase(studio, offer, { id: "gone_2", state: "failed", ...unpaid })
  const states = ["created", "open", "pending_async", "paid", "fulfilled", "fulfil_failed", "refunding", "refunded"]
  for (const state of [...states, "disputed", "comped"] as Schema["purchases"]["state"][]) {
    await insertPurchase(studio, offer, { id: `kept_${state}`, state, updated_at: old })
  }
  const state = "expired" as const
  await insertPurchase(studio, offer, { id: "kept_1", state, ...unpaid, payment_id: "ch_1" })
  await insertPurchase(studio, offer, { id: "kept_2", state, ...unpaid, charged_cents: 5 })
  await insertPurchase(studio, offer, { id: "kept_3", state, ...unpaid, gift_state: "held" })
  await insertPurchase(studio, offer, { id: "kept_4", state, ...unpaid, unit_taken_at: old })
  await insertPurchase(studio, offer, { id: "kept_5", state, ...unpaid, updated_at: old + dayMs })
  const all = (await idsIn(studio, "purchases")) as string[]

  studio.clock.advance(90 * dayMs + 1)
  await sweep(studio, "purchases")

  assert.deepEqual(
    await idsIn(studio, "purchases"),
    all.filter((id) => id.startsWith("kept")),
  )
})

onBothDatabases("webhook events, notices and dead jobs are deleted after their retention", async (t, kind) => {
  const studio = await world(t, kind)
  const now = studio.clock.now()
  const sale = await insertPurchase(studio, await offerOnSale(studio), { checkout_session_id: "cs_1" })
  const event = (event_id: string, changes: Partial<Schema["payment_events"]>): Schema["payment_events"] => ({
    ...{ came_by: "hook", created_at: now, due_at: null, tries: 0 },
    ...{ processor_account: "installation", event_id, type: "checkout-session", subject: "cs_1", event: "{}" },
    ...{ received_at: now, applied_at: now, ...changes },
  })
  const fresh = { received_at: now + dayMs }
  await insert(studio, "payment_events", [
    event("applied", {}),
    event("foreign", { applied_at: null, subject: "cs_other" }),
    event("kept_waiting", { applied_at: null }),
    event("kept_fresh", fresh),
    ...Array.from({ length: 501 }, (_, n) => event(`many_${n}`, {})),
  ])
  const notice = { workspace_id: studio.workspaceId, window_at: null, notified_at: null }
  await insert(studio, "sale_notices", [
    { ...notice, purchase_id: sale.id, created_at: now },
    { ...notice, purchase_id: "kept", created_at: now + 84 * dayMs },
  ])
  const job = { kind: "mail-receipt", lane: "mail", payload: "{}", dedupe_key: null, attempts: 20, lease: null }
  const dead = { ...job, last_error: "x", created_at: now, run_at: now, traceparent: null }
  await insert(studio, "jobs", [
    { ...dead, id: "dead", dead_at: now },
    { ...dead, id: "kept_dead", dead_at: now + dayMs },
    { ...dead, id: "kept_waiting", dead_at: null },
  ])

  studio.clock.advance(90 * dayMs + 1)
  for (const name of ["payment_events", "sale_notices", "jobs"]) await sweep(studio, name)

  assert.deepEqual(await idsIn(studio, "payment_events", "event_id"), ["kept_fresh", "kept_waiting"])
  assert.deepEqual(await idsIn(studio, "sale_notices", "purchase_id"), ["kept"])
  assert.deepEqual(await idsIn(studio, "jobs"), ["kept_dead", "kept_waiting"])
})

onBothDatabases(
  "connections are deleted 180 days after their end, never before their call records",
  async (t, kind) => {
    const studio = await world(t, kind)
    const now = studio.clock.now()
    const { owner } = studio.callers
    const accountId = owner.kind === "person" ? owner.accountId : ""
    const grant = (id: string, expires_at: number): Schema["grants"] => ({
      ...{
        id,
        account_id: accountId,
        client_id: "agent",
        scope: "",
        resource: "",
        redirect_uri: "",
        left_out: "",
        program: null,
      },
      ...{ workspace_id: null, default_workspace_id: studio.workspaceId, created_at: now, last_used_at: null },
      ...{ revoked_at: now, revoked_reason: "revoked", expires_at },
    })
    await insert(studio, "grants", [grant("ended", now), grant("kept_fresh", now + 2), grant("kept_named", now)])
    await insert(studio, "audit_entries", [
      {
        ...{ id: "audit_1", grant_id: "kept_named", account_id: accountId, workspace_id: null, tool: "list_links" },
        ...{ arguments_digest: "", outcome: "ok", request_id: "", thing: null, created_at: now + 10 },
      },
    ])

    studio.clock.advance(180 * dayMs + 1)
    for (const name of ["audit_entries", "grants"]) await sweep(studio, name)
    assert.deepEqual(await idsIn(studio, "grants"), ["kept_fresh", "kept_named"])
    studio.clock.advance(20)
    for (const name of ["audit_entries", "grants"]) await sweep(studio, name)
    assert.deepEqual(await idsIn(studio, "grants"), [])
  },
)

onBothDatabases("sweeps use indexes and scan no table", async (t, kind) => {
  const studio = await world(t, kind)
  const { app } = studio
  const scans: string[] = []
  await app.database.transaction(async (db) => {
    if (kind === "postgres") await db.executeQuery(CompiledQuery.raw("set local enable_seqscan = off"))
    const seen: CompiledQuery[] = []
    const transformQuery: KyselyPlugin["transformQuery"] = ({ node }) => {
      seen.push(db.getExecutor().compileQuery(node, { queryId: "seen" }))
      return node
    }
    const watched = db.withPlugin({ transformQuery, transformResult: async ({ result }) => result })
    const atomically = (work: (cx: Inside) => Promise<unknown>) => work({ db: watched, now: app.now })
    const cx = { ...studio.cx, atomically } as Context
    for (const { run } of sweepers) await run(cx)
    assert.ok(seen.length >= 15)
    for (const { sql, parameters } of seen) {
      const explain = kind === "sqlite" ? "explain query plan" : "explain"
      // The placeholders of a prepared statement are objects.
      const values = parameters.map((value) => (typeof value === "object" ? null : value))
      const { rows } = await db.executeQuery(CompiledQuery.raw(`${explain} ${sql}`, values))
      if (/Seq Scan|SCAN (?!due)\w+"/.test(JSON.stringify(rows))) scans.push(sql)
    }
  })
  assert.deepEqual(scans, [])
})
