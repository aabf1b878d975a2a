import assert from "node:assert/strict"
import { setTimeout as delay } from "node:timers/promises"
import type { Inside } from "#access/context.ts"
import { lockConversation } from "#domains/assistant/conversations/conversation-store.ts"
import {
  addAnswer,
  askAssistant,
  findOpenRun,
  getConversation,
  LeaseLost,
  leaseMs,
  transitionRun,
} from "#domains/assistant/on-demand.ts"
import { askToStop } from "#domains/assistant/runs/run-store.ts"
import { settleStep } from "#engines/runs/model/paying.ts"
import { Live } from "#engines/runs/state/live.ts"
import { loadRun } from "#engines/runs/state/load-run.ts"
import { RunLease } from "#engines/runs/state/run-lease.ts"
import { underLease } from "#engines/runs/state/under-lease.ts"
import { say } from "#engines/runs/step.ts"
import { type DatabaseKind, onBothDatabases } from "#test/support/databases/test-databases.ts"
import { assistantWorld } from "#test/support/worlds/assistant-world.ts"

/** A run that a process has just taken. */
async function taken(t: Parameters<typeof assistantWorld>[0], kind: DatabaseKind) {
  const studio = await assistantWorld(t, [["Done."]], { kind })
  await studio.hub.close()
  const { conversationId: id } = await studio.act("member", askAssistant, { text: "Hello" })
  const take = async () => {
    const open = await findOpenRun(studio.cx, id)
    return studio.cx.atomically((cx) => transitionRun(cx, "take", { id: open?.id ?? "" }))
  }
  const run = await take()
  assert.ok(run)
  const engine = { app: studio.app, cx: studio.cx, live: new Live() }
  const lease = new RunLease(engine, run)
  t.after(() => lease.close())
  const state = await loadRun(engine, run)
  assert.ok(state)
  return { studio, id, engine, lease, state, take }
}

onBothDatabases("a process that lost its run to another one adds nothing to the conversation", async (t, kind) => {
  const { studio, id, engine, lease, state, take } = await taken(t, kind)
  studio.clock.advance(leaseMs + 1)
  assert.ok(await take())
  await assert.rejects(say(engine, lease, { state, code: "stopped", text: "Stopped by you." }), LeaseLost)
  assert.equal((await studio.act("member", getConversation, { id })).messages.length, 1)
})

onBothDatabases("no process takes a run while its lease is valid", async (t, kind) => {
  const { studio, lease, take } = await taken(t, kind)
  assert.equal(await take(), undefined)
  studio.clock.advance(leaseMs + 1)
  assert.ok(await take(), "it has been silent for too long")
  await assert.rejects(
    underLease(studio.cx, lease.run, async () => assert.fail()),
    LeaseLost,
  )
})

onBothDatabases("no process takes an ended run, and nothing is added to it", async (t, kind) => {
  const { studio, id, engine, lease, state } = await taken(t, kind)
  await lease.end("complete")
  studio.clock.advance(leaseMs + 1)
  assert.equal(await studio.cx.atomically((cx) => transitionRun(cx, "take", { id: lease.run.id })), undefined)
  await assert.rejects(say(engine, lease, { state, code: "stopped", text: "Stopped by you." }), LeaseLost)
  assert.equal((await studio.act("member", getConversation, { id })).messages.length, 1)
})

onBothDatabases(
  "a post to a conversation and the end of a step take their locks in one order, without a deadlock",
  async (t, kind) => {
    const { studio, id, engine, lease, state } = await taken(t, kind)
    const times = { posted: 0, kept: 0 }
    const isHeld = Promise.withResolvers<void>()
    const posting = studio.cx.atomically(async (cx) => {
      times.posted += 1
      await lockConversation(cx, id)
      isHeld.resolve()
      await delay(300)
      await askToStop(cx, lease.run.id)
    })
    await isHeld.promise
    const used = { input: 1, output: 1, cached: 0 }
    const keep = (cx: Inside) => {
      times.kept += 1
      return addAnswer(cx, state, { id: "msg_1", parts: [], taken: used })
    }
    await Promise.all([posting, settleStep(engine, lease, { used, keep })])
    assert.deepEqual(times, { posted: 1, kept: 1 }, "neither ended the other's transaction")
  },
)
