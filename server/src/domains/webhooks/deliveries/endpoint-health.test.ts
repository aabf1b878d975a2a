import assert from "node:assert/strict"
import type { ServerResponse } from "node:http"
import { jobs } from "#engines/jobs/jobs.ts"
import { openWorker } from "#engines/jobs/worker.ts"
import { dayMs } from "#kernel/time/units.ts"
import { until } from "#test/support/basics/until.ts"
import { onBothDatabases, onSqlite } from "#test/support/databases/test-databases.ts"
import { hookReceiver, status } from "#test/support/stand-ins/hook-receiver.ts"
import { type HooksWorld, hooksWorld } from "#test/support/worlds/hooks-world.ts"
import { countLateWebhooks, hearEvents, sweepWebhooks, wakeWebhooks } from "../index.ts"

const endpointOf = async ({ app }: HooksWorld) =>
  app.database.read.selectFrom("webhook_endpoints").selectAll().executeTakeFirstOrThrow()

const rowsOf = async ({ app }: HooksWorld, table: "events" | "webhook_deliveries" | "webhook_attempts") =>
  (await app.database.read.selectFrom(table).selectAll().execute()).length

/** Sends what is due, again and again, until the clock has moved on by `ms`. */
async function pass(at: HooksWorld, ms: number, stepMs: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += stepMs) {
    at.clock.advance(stepMs)
    await at.settle()
  }
}

const mailsAbout = (at: HooksWorld, word: string) => at.mails().filter((mail) => mail.includes(word))

onBothDatabases("an answer 410 switches an endpoint off at once, and owners and admins are mailed", async (t, kind) => {
  const at = await hooksWorld(t, kind)
  await at.confirmed()
  at.receiver.answer = status(410)
  await at.happen("a")
  await at.happen("a", 2)
  await at.settle()
  const { disabled_at, disabled_for } = await endpointOf(at)
  assert.deepEqual([disabled_at, disabled_for], [at.clock.now(), "gone"])
  await pass(at, 7 * dayMs, dayMs)
  assert.equal(at.receiver.hooks.length, 1)
  const to = mailsAbout(at, "410").map((mail) => /^To: (.*)$/m.exec(mail)?.[1])
  assert.deepEqual(to.sort(), ["admin@studio.example", "owner@studio.example"])
})

onBothDatabases(
  "five days and twenty tries without a success switch an endpoint off, with a mail after the first day",
  async (t, kind) => {
    const at = await hooksWorld(t, kind)
    await at.confirmed()
    at.receiver.answer = status(500)
    for (const subject of ["a", "b", "c"]) await at.happen(subject)
    await at.settle()
    await pass(at, 0.75 * dayMs, dayMs / 4)
    assert.equal(mailsAbout(at, "failed for a day").length, 0)
    await pass(at, dayMs, dayMs / 4)
    assert.equal(mailsAbout(at, "failed for a day").length, 2)
    await pass(at, 3 * dayMs, dayMs / 4)
    assert.equal((await endpointOf(at)).disabled_at, null)
    await at.happen("d")
    await pass(at, dayMs, dayMs / 4)
    assert.equal((await endpointOf(at)).disabled_for, "failing")
    assert.equal(mailsAbout(at, "failed for a day").length, 2, "once")
    assert.equal(mailsAbout(at, "switched off after five days").length, 2)
  },
)

onSqlite("few tries in five days, or one success between, leave it on", async (t, kind) => {
  const at = await hooksWorld(t, kind)
  await at.confirmed()
  at.receiver.answer = status(500)
  await at.happen("a")
  await at.settle()
  await pass(at, 6 * dayMs, dayMs)
  assert.equal((await endpointOf(at)).disabled_at, null)
  at.receiver.answer = status(200)
  await at.happen("b")
  await at.settle()
  const { failing_since, failures, warned_at } = await endpointOf(at)
  assert.deepEqual([failing_since, failures, warned_at], [null, 0, null])
})

onBothDatabases("a suspended workspace sends nothing until it is lifted", async (t, kind) => {
  const at = await hooksWorld(t, kind)
  await at.confirmed()
  const suspend = (suspended_at: number | null) =>
    at.app.database.transaction((db) => db.updateTable("workspaces").set({ suspended_at }).execute())
  await suspend(1)
  await at.happen("a")
  await at.settle()
  at.clock.advance(60_000)
  await wakeWebhooks(at.cx)
  await at.settle()
  assert.equal(at.receiver.hooks.length, 0)
  assert.equal(await countLateWebhooks(at.cx), 0)
  await suspend(null)
  assert.equal(await countLateWebhooks(at.cx), 1)
  await wakeWebhooks(at.cx)
  await at.settle()
  assert.equal(at.receiver.hooks.length, 1)
})

onBothDatabases("a workspace in the trash sends no webhooks and stores no events", async (t, kind) => {
  const at = await hooksWorld(t, kind)
  await at.confirmed()
  await at.happen("a")
  await at.app.database.transaction((db) => db.updateTable("workspaces").set({ deleted_at: 1 }).execute())
  await at.settle()
  assert.equal(at.receiver.hooks.length, 0)
  await sweepWebhooks(at.cx)
  assert.equal(await rowsOf(at, "webhook_deliveries"), 0)
  const before = await rowsOf(at, "events")
  await at.happen("b")
  assert.equal(await rowsOf(at, "events"), before)
})

onBothDatabases("an endpoint that hangs delays none of nine others", async (t, kind) => {
  const hanging = await hookReceiver(t)
  const at = await hooksWorld(t, kind, { receivers: [hanging] })
  await at.confirmed({ url: hanging.url })
  for (let n = 0; n < 9; n += 1) await at.confirmed()
  hanging.hooks.length = 0
  const held: ServerResponse[] = []
  hanging.answer = (response) => void held.push(response)
  const stop = hearEvents(at.cx)
  const worker = openWorker(at.app, jobs)
  for (let n = 0; n < 10; n += 1) await at.happen(`subject_${n}`)
  await until(async () => at.receiver.hooks.length === 9 * 10)
  await until(async () => held.length === 8) // it gets eight requests at once, also for events after the first look
  stop()
  hanging.answer = status(200)
  for (const response of held) response.end()
  await until(async () => hanging.hooks.length === 10)
  await worker.drain()
  assert.equal(await rowsOf(at, "webhook_attempts"), 10 + 10 * 10, "with the first tests")
})
