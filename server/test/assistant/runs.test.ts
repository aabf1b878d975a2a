import assert from "node:assert/strict"
import { askAssistant, retryRun, stopRun } from "#domains/assistant/on-demand.ts"
import { assistantWorld } from "#test/support/assistant-world.ts"
import { onBothDatabases } from "#test/support/databases.ts"
import { valuesOf } from "#test/support/values-of.ts"

onBothDatabases("52: a conversation has one answer at a time, and a person five", async (t, kind) => {
  const gate = Promise.withResolvers<void>()
  const studio = await assistantWorld(t, [[{ until: gate.promise }, "There."]], { kind })
  const ask = (conversationId?: string) =>
    studio.act("member", askAssistant, { text: "What is new?", ...(conversationId && { conversationId }) })
  const { conversationId } = await ask()
  await assert.rejects(ask(conversationId), { code: "conflict", message: /still at work/ })

  const asked = await Promise.allSettled(Array.from({ length: 12 }, () => ask()))
  const begun = asked.flatMap((one) => (one.status === "fulfilled" ? [one.value.conversationId] : []))
  assert.equal(begun.length, 4, "with the first one these are five")
  await assert.rejects(ask(), { code: "conflict", message: /Five of your conversations/ })
  await studio.act("admin", askAssistant, { text: "Others ask for themselves" })

  await studio.act("member", stopRun, { conversationId })
  await studio.settled("member", conversationId)
  const { conversationId: fifth } = await ask()
  await assert.rejects(studio.act("member", retryRun, { conversationId }), { message: /Five of your conversations/ })
  await studio.act("member", stopRun, { conversationId: fifth })
  await studio.settled("member", fifth)
  const { conversationId: next } = await ask()
  gate.resolve()
  for (const id of [...begun, next]) await studio.settled("member", id)
  const runs = await studio.app.database.read.selectFrom("assistant_runs").select("state").execute()
  assert.ok(valuesOf(runs, "state").every((state) => state === "done" || state === "stopped"))
})
