import assert from "node:assert/strict"
import { onBothDatabases, onSqlite } from "#test/support/databases/test-databases.ts"
import { status } from "#test/support/stand-ins/hook-receiver.ts"
import { hooksWorld } from "#test/support/worlds/hooks-world.ts"

onBothDatabases("an outage leaves 500 open deliveries, and the rest follows in order", async (t, kind) => {
  const at = await hooksWorld(t, kind)
  await at.confirmed()
  at.receiver.answer = status(503)
  await at.happenMany(1_203, (n) => `subject_${n % 120}`)
  await at.settle()
  const open = (await at.app.database.read.selectFrom("webhook_deliveries").selectAll().where("ended_at", "is", null).execute()).length // biome-ignore format: one thought
  assert.equal(open, 500)
  at.receiver.answer = status(200)
  at.receiver.hooks.length = 0
  at.clock.advance(60_000)
  for (let rounds = 0; rounds < 4; rounds += 1) await at.settle()
  const got = at.receiver.hooks.map(({ body }) => Number(JSON.parse(body).data.n))
  assert.equal(got.length, 1_203)
  for (const [subject, numbers] of Map.groupBy(got, (n) => n % 120)) {
    assert.deepEqual(
      numbers,
      Array.from({ length: numbers.length }, (_, at) => at * 120 + subject),
    )
  }
})

onSqlite("an endpoint gets at most its number of webhooks a second, and the others wait", async (t, kind) => {
  const at = await hooksWorld(t, kind, { hooksPerSecond: 10 })
  await at.confirmed()
  await at.happenMany(25, () => "one")
  const began = performance.now()
  await at.settle()
  assert.equal(at.receiver.hooks.length, 25)
  assert.ok(performance.now() - began > 1_000, "25 at ten a second span two windows or more")
})
