import assert from "node:assert/strict"
import type { TestContext } from "node:test"
import { dayMs, hourMs } from "#kernel/time/units.ts"
import { type DatabaseKind, onBothDatabases } from "#test/support/databases/test-databases.ts"
import { type HookReceiver, status } from "#test/support/stand-ins/hook-receiver.ts"
import { countOpen, gotOf, hooksWorld } from "#test/support/worlds/hooks-world.ts"
import { sweepWebhooks, switchOffEndpoint, switchOnEndpoint } from "../index.ts"

const refusingA: HookReceiver["answer"] = (response, hook) => status(hook.subject === "a" ? 500 : 200)(response, hook)

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

onBothDatabases("events that wait for an expired delivery are sent after its deletion", async (t, kind) => {
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

onBothDatabases(
  "an endpoint that is switched on from now on gets none of the waiting events of a subject",
  async (t, kind) => {
    const { at, id } = await switchedOff(t, kind)
    await at.act("admin", switchOnEndpoint, { id, from: "now" })
    at.receiver.answer = status(200)
    at.receiver.hooks.length = 0
    await at.happenMany(12, () => "a")
    await at.settle()
    assert.deepEqual(gotOf(at, "a"), numbersTo(12))
    assert.equal(at.receiver.hooks.length, 12)
  },
)
