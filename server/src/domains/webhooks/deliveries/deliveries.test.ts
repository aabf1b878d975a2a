import assert from "node:assert/strict"
import { jobs } from "#engines/jobs/jobs.ts"
import { sweepTables } from "#engines/jobs/retention.ts"
import { runDueJobs } from "#engines/jobs/worker.ts"
import { dayMs } from "#kernel/time/units.ts"
import { onBothDatabases, onSqlite } from "#test/support/databases/test-databases.ts"
import { status } from "#test/support/stand-ins/hook-receiver.ts"
import { type HooksWorld, hooksWorld } from "#test/support/worlds/hooks-world.ts"
import { listeningLog } from "#test/support/worlds/world.ts"
import { fanOutEvents, sendHooks, sendWebhookAgain, sweepWebhooks, wakeWebhooks } from "../index.ts"

const rowsOf = async ({ app }: HooksWorld, table: "events" | "webhook_deliveries" | "webhook_attempts") =>
  (await app.database.read.selectFrom(table).selectAll().execute()).length

onBothDatabases("events that a killed process did not enqueue are found after ten seconds", async (t, kind) => {
  const at = await hooksWorld(t, kind)
  const { id } = await at.confirmed()
  await at.happen("a")
  await at.app.database.transaction((db) => db.deleteFrom("jobs").execute())
  at.clock.advance(10_001)
  await wakeWebhooks(at.cx)
  await at.settle()
  assert.equal(at.receiver.hooks.length, 1)
  // Its lease outlives a process that was killed while it sent.
  await at.happen("b")
  const held = { lease: "lease_of_the_dead", leased_until: at.clock.now() + 20_000 }
  await at.app.database.transaction((db) => db.updateTable("webhook_endpoints").set(held).execute())
  await at.settle()
  assert.equal(at.receiver.hooks.length, 1)
  at.clock.advance(20_000)
  await wakeWebhooks(at.cx)
  await at.settle()
  assert.equal(at.receiver.hooks.length, 2)
  // A member asked for the first one again.
  const { id: eventId } = at.receiver.hooks[0] ?? {}
  await at.act("admin", sendWebhookAgain, { id, eventId })
  await at.app.database.transaction((db) => db.deleteFrom("jobs").execute())
  at.clock.advance(10_001)
  await wakeWebhooks(at.cx)
  await at.settle()
  assert.deepEqual([at.receiver.hooks.length, at.receiver.hooks.at(-1)?.id], [3, eventId])
})

onBothDatabases("events, deliveries and tries are kept for 30 days, texts of responses for a week", async (t, kind) => {
  const at = await hooksWorld(t, kind)
  await at.confirmed()
  at.receiver.answer = (response) => void response.end("Thanks\0 for this.")
  await at.happen("a")
  await at.settle()
  const answers = async () =>
    (await at.app.database.read.selectFrom("webhook_attempts").select("answer").where("answer", "is not", null).execute()).map(({ answer }) => answer) // biome-ignore format: one thought
  assert.deepEqual(await answers(), ["Thanks for this."])
  at.clock.advance(7 * dayMs)
  await sweepWebhooks(at.cx)
  assert.deepEqual([await answers(), await rowsOf(at, "events")], [[], 2])
  at.clock.advance(23 * dayMs)
  await sweepWebhooks(at.cx)
  await sweepTables(at.cx, "webhook_attempts")
  for (const table of ["events", "webhook_deliveries", "webhook_attempts"] as const)
    assert.equal(await rowsOf(at, table), 0, table)
})

onSqlite("a delivery that waited behind a deleted one is due, and no fault", async (t) => {
  const { log, lines } = listeningLog()
  const at = await hooksWorld(t, undefined, { log })
  await at.confirmed()
  for (const n of [1, 2]) {
    await at.happen("a", n)
    await fanOutEvents(at.cx, { workspaceId: at.workspaceId })
    at.clock.advance(dayMs)
  }
  at.clock.advance(28 * dayMs)
  lines.length = 0
  await sweepWebhooks(at.cx)
  const due = at.app.database.read.selectFrom("webhook_deliveries").select("due_at").execute()
  assert.deepEqual([await due, lines], [[{ due_at: at.clock.now() }], []])
})

onBothDatabases(
  "a webhook that is sent again keeps its id, names who sent it, and delays no subject",
  async (t, kind) => {
    const at = await hooksWorld(t, kind)
    const { id } = await at.confirmed()
    await at.happen("a", 1)
    await at.settle()
    at.receiver.answer = status(500)
    await at.happen("a", 2)
    await at.settle()
    const again = { again_at: at.clock.now(), again_by: "account_1" }
    await at.app.database.transaction((db) => db.updateTable("webhook_deliveries").set(again).where("outcome", "=", "delivered").where("subject", "=", "a").execute()) // biome-ignore format: one thought
    await at.settle()
    at.clock.advance(10_000)
    await wakeWebhooks(at.cx)
    await at.settle()
    const sent = at.receiver.hooks.map(({ id, body }) => [id, JSON.parse(body).data.message])
    const [first, second] = sent
    assert.deepEqual(sent.filter(([one]) => one === first?.[0]), [first, first]) // biome-ignore format: one thought
    const asked = await at.app.database.read.selectFrom("webhook_attempts").selectAll().where("asked_by", "is not", null).execute() // biome-ignore format: one thought
    assert.deepEqual(asked.map(({ event_id, asked_by, status }) => [event_id, asked_by, status]), [[first?.[0], "account_1", 500]]) // biome-ignore format: one thought
    at.receiver.answer = status(200)
    at.clock.advance(3_600_000)
    await at.settle()
    assert.deepEqual(at.receiver.hooks.at(-1)?.id, second?.[0])
    const left = await at.app.database.read.selectFrom("webhook_deliveries").selectAll().where((row) => row.or([row("ended_at", "is", null), row("again_at", "is not", null)])).execute() // biome-ignore format: one thought
    assert.deepEqual(left, [])
    assert.ok(id)
  },
)

onSqlite("an endpoint with a backlog queues behind others after its run", async (t) => {
  const at = await hooksWorld(t)
  const { id } = await at.confirmed()
  for (let n = 0; n < 30; n += 1) await at.happen(`subject_${n}`)
  await fanOutEvents(at.cx, { workspaceId: at.workspaceId })
  await at.app.database.transaction((db) => db.deleteFrom("jobs").execute())
  at.receiver.answer = (response) => {
    at.clock.advance(1_000)
    response.end()
  }
  await sendHooks(at.cx, { workspaceId: at.workspaceId, endpointId: id })
  const next = await at.app.database.read.selectFrom("jobs").select("run_at").executeTakeFirstOrThrow()
  assert.equal(next.run_at, at.clock.now())
})

onSqlite("a redirect counts as a failure, and the service's own addresses get no webhook", async (t, kind) => {
  const at = await hooksWorld(t, kind)
  await at.confirmed()
  at.receiver.answer = status(302, { location: "http://127.0.0.1:1/" })
  await at.happen("a")
  await at.settle()
  const own = { ...at.app, addresses: { ...at.app.addresses, base: new URL(at.receiver.url).origin } }
  await at.happen("b")
  await fanOutEvents(at.cx, { workspaceId: at.workspaceId })
  await runDueJobs(own, jobs)
  assert.equal(at.receiver.hooks.length, 1)
  const tries = at.app.database.read.selectFrom("webhook_attempts").select(["status", "fault"]).orderBy("id").execute()
  assert.deepEqual(new Set((await tries).map(({ status, fault }) => fault ?? status)), new Set([200, 302, "address"])) // biome-ignore format: one thought
})
