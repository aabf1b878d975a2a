import assert from "node:assert/strict"
import type { TestContext } from "node:test"
import { dayMs, hourMs } from "#kernel/time/units.ts"
import { type DatabaseKind, onBothDatabases } from "#test/support/databases/test-databases.ts"
import { type HookReceiver, status } from "#test/support/stand-ins/hook-receiver.ts"
import { type HooksWorld, hooksWorld } from "#test/support/worlds/hooks-world.ts"
import { getEndpointBacklog, sweepWebhooks, switchOffEndpoint, switchOnEndpoint } from "../index.ts"

const refusingA: HookReceiver["answer"] = (response, hook) => status(hook.subject === "a" ? 500 : 200)(response, hook)

const countOpen = async ({ app }: HooksWorld, subject: string) =>
  (await app.database.read.selectFrom("webhook_deliveries").selectAll().where("subject", "=", subject).where("ended_at", "is", null).execute()).length // biome-ignore format: one thought

/** The numbers of a subject's events that the receiver got, each once, in order. */
const gotOf = ({ receiver }: HooksWorld, subject: string) => [
  ...new Set(receiver.hooks.filter((hook) => hook.subject === subject).map(({ body }) => JSON.parse(body).data.n)),
]

const numbersTo = (end: number) => Array.from({ length: end }, (_, n) => n)

/** An endpoint that is switched off while ten deliveries of `a` are open and 25 more events wait for them. */
async function switchedOff(t: TestContext, kind: DatabaseKind) {
  const at = await hooksWorld(t, kind)
  const { id } = await at.confirmed()
  at.receiver.answer = refusingA
  await at.happenMany(35, () => "a")
  await at.settle()
  await at.act("admin", switchOffEndpoint, { id })
  return { at, id }
}

onBothDatabases("a subject that fails holds back no other, however many events it has (doors 9)", async (t, kind) => {
  const at = await hooksWorld(t, kind)
  const { id } = await at.confirmed()
  at.receiver.answer = refusingA
  await at.happenMany(520, () => "a")
  await at.happenMany(3, () => "b")
  await at.settle()
  assert.deepEqual(gotOf(at, "b"), [0, 1, 2])
  assert.deepEqual([gotOf(at, "a"), await countOpen(at, "a")], [[0], 10])
  assert.deepEqual(await at.act("admin", getEndpointBacklog, { id }), { open: 10, behind: 510, isCut: false })
  await at.happenMany(1, () => "a")
  await at.settle()
  assert.equal(await countOpen(at, "a"), 10)
  at.receiver.answer = status(200)
  at.clock.advance(10_000)
  await at.settle()
  assert.deepEqual(gotOf(at, "a"), numbersTo(520))
  assert.deepEqual(await at.act("admin", getEndpointBacklog, { id }), { open: 0, behind: 0, isCut: false })
  await at.happenMany(1, () => "a")
  await at.settle()
  assert.equal(at.receiver.hooks.filter(({ subject }) => subject === "a").length, 523)
})

onBothDatabases("what waits for a delivery that grew too old is sent after its deletion", async (t, kind) => {
  const { at, id } = await switchedOff(t, kind)
  at.clock.advance(29 * dayMs)
  await at.act("admin", switchOnEndpoint, { id, from: "missed" })
  await at.happenMany(25, () => "a")
  await at.settle()
  assert.equal(await countOpen(at, "a"), 10)
  at.receiver.answer = status(200)
  at.receiver.hooks.length = 0
  at.clock.advance(dayMs + hourMs)
  await sweepWebhooks(at.cx)
  await at.settle()
  assert.deepEqual(gotOf(at, "a"), numbersTo(25))
})

onBothDatabases("from now on, nothing that waits for a subject is sent (doors 15)", async (t, kind) => {
  const { at, id } = await switchedOff(t, kind)
  await at.act("admin", switchOnEndpoint, { id, from: "now" })
  at.receiver.answer = status(200)
  at.receiver.hooks.length = 0
  await at.happenMany(12, () => "a")
  await at.settle()
  assert.deepEqual(gotOf(at, "a"), numbersTo(12))
  assert.equal(at.receiver.hooks.length, 12)
})
