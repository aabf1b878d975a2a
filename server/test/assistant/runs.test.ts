import assert from "node:assert/strict"
import { test } from "node:test"
import { sql } from "kysely"
import { systemContext } from "#access/perform.ts"
import {
  askAssistant,
  followConversation,
  getConversation,
  renameConversation,
  retryRun,
  stopRun,
  transitionRun,
} from "#domains/assistant/on-demand.ts"
import { movingOf } from "#engines/runs/hub.ts"
import { Runner } from "#engines/runs/runner.ts"
import { Live } from "#engines/runs/state/live.ts"
import type { ReadDb } from "#storage/database.ts"
import { until } from "#test/support/basics/until.ts"
import { valuesOf } from "#test/support/basics/values-of.ts"
import { onBothDatabases, onSqlite } from "#test/support/databases/test-databases.ts"
import { assistantWorld } from "#test/support/worlds/assistant-world.ts"

onBothDatabases("a conversation has one answer at a time, and a person five", async (t, kind) => {
  const gate = Promise.withResolvers<void>()
  const studio = await assistantWorld(t, [[{ until: gate.promise }, "There."]], { kind })
  const ask = (conversationId?: string) =>
    studio.act("member", askAssistant, { text: "What is new?", ...(conversationId && { conversationId }) })
  const { conversationId } = await ask()
  await assert.rejects(ask(conversationId), { code: "conflict", message: /still (answering|working)/ })

  const asked = await Promise.allSettled(Array.from({ length: 12 }, () => ask()))
  const begun = asked.flatMap((one) => (one.status === "fulfilled" ? [one.value.conversationId] : []))
  assert.equal(begun.length, 4, "with the first one these are five")
  await assert.rejects(ask(), { code: "conflict", message: /You have 5 conversations/ })
  const { conversationId: ofAdmin } = await studio.act("admin", askAssistant, { text: "Others ask for themselves" })

  await studio.act("member", stopRun, { conversationId })
  await studio.settled("member", conversationId)
  const { conversationId: fifth } = await ask()
  await assert.rejects(studio.act("member", retryRun, { conversationId }), { message: /You have 5 conversations/ })
  await studio.act("member", stopRun, { conversationId: fifth })
  await studio.settled("member", fifth)
  const { conversationId: next } = await ask()
  gate.resolve()
  for (const id of [...begun, next]) await studio.settled("member", id)
  await studio.settled("admin", ofAdmin)
  const runs = await studio.app.database.read.selectFrom("assistant_runs").select("state").execute()
  assert.ok(valuesOf(runs, "state").every((state) => state === "done" || state === "stopped"))
})

onBothDatabases("a stop reaches a run that a process takes at the same moment", async (t, kind) => {
  const studio = await assistantWorld(t, [[]], { kind })
  await studio.hub.close()
  const { conversationId } = await studio.act("member", askAssistant, { text: "What is new?" })
  const { read } = studio.app.database
  const runs = read.selectFrom("assistant_runs").selectAll()
  const run = await runs.executeTakeFirstOrThrow()
  const stopping = await studio.cx.atomically(async (cx) => {
    assert.ok(await transitionRun(cx, "take", { id: run.id }))
    const stopping = studio.act("member", stopRun, { conversationId })
    if (kind === "postgres") await until(() => isLockAwaited(read))
    return { done: stopping } // a bare promise would be awaited before the commit
  })
  await stopping.done
  const { state, stop_asked_at } = await runs.executeTakeFirstOrThrow()
  assert.deepEqual({ state, stop_asked_at }, { state: "running", stop_asked_at: studio.clock.now() })
})

async function isLockAwaited(read: ReadDb): Promise<boolean> {
  const found = await sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(read)
  return found.rows.length > 0
}

onSqlite("an answer that resumes after an approval counts towards the limit", async (t, kind) => {
  const gate = Promise.withResolvers<void>()
  const studio = await assistantWorld(t, [[{ call: "create_link", arguments: { destination: "https://a.example" } }]], {
    kind,
  })
  const waiting = await studio.ask("member", "Make a link")
  studio.says([{ until: gate.promise }, "Done."])
  const ids: string[] = []
  for (let count = 0; count < 5; count += 1)
    ids.push((await studio.act("member", askAssistant, { text: "What is new?" })).conversationId)
  for (const answer of ["once", "no"] as const)
    await assert.rejects(studio.decide("member", waiting, answer), { message: /You have 5 conversations/ })
  gate.resolve()
  for (const id of ids) await studio.settled("member", id)
  const done = await studio.decide("member", waiting, "once")
  assert.equal(done.run, null)
})

test("a process takes up to 200 runs at once, even if more wait", async (t) => {
  const studio = await assistantWorld(t, [[]])
  await studio.hub.close()
  const { conversationId } = await studio.act("member", askAssistant, { text: "Hello" })
  const { read } = studio.app.database
  const conversation = await read.selectFrom("conversations").selectAll().executeTakeFirstOrThrow()
  const run = await read.selectFrom("assistant_runs").selectAll().executeTakeFirstOrThrow()
  const ids = Array.from({ length: 250 }, (_, n) => `${conversationId}-${n}`)
  await studio.app.database.transaction(async (db) => {
    await db
      .insertInto("conversations")
      .values(ids.map((id) => ({ ...conversation, id })))
      .execute()
    await db
      .insertInto("assistant_runs")
      .values(ids.map((id) => ({ ...run, id, conversation_id: id })))
      .execute()
  })
  let taken = 0
  const atomically = async () => {
    taken += 1
    return new Promise<never>(() => {})
  }
  const runner = new Runner({ app: studio.app, cx: { ...systemContext(studio.app), atomically }, live: new Live() })
  for (const id of ids) runner.look(id)
  await until(async () => taken >= 200)
  for (const id of ids) runner.look(id)
  await read.selectFrom("assistant_runs").select("id").execute()
  assert.equal(taken, 200)
})

onBothDatabases(
  "a conversation's mark differs after each change, and stays the same without a change",
  async (t, kind) => {
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const link = { call: "create_link", arguments: { destination: "https://a.example" } }
    const studio = await assistantWorld(
      t,
      [
        [link],
        [
          { until: gates[0]?.promise ?? Promise.resolve() },
          "word ".repeat(600),
          { until: gates[1]?.promise ?? Promise.resolve() },
          "Done.",
        ],
      ],
      { kind },
    )
    const markOf = async (id: string) => (await studio.act("member", followConversation, { id })).mark
    const waiting = await studio.ask("member", "Make a link")
    const { id } = waiting
    const marks = [await markOf(id)]
    const isMoved = async (what: string) => {
      const mark = await markOf(id)
      assert.ok(!marks.includes(mark), what)
      assert.equal(await markOf(id), mark)
      marks.push(mark)
    }
    const said = async (text: string) =>
      until(async () => JSON.stringify(await studio.act("member", getConversation, { id })).includes(text))
    studio.clock.advance(1)
    await studio.act("member", renameConversation, { id, title: "Links" })
    await isMoved("another title")
    studio.clock.advance(1)
    const deciding = studio.decide("member", waiting, "once")
    await until(async () => studio.model.journal.length === 2)
    await isMoved("a decision, and a call that ran")
    studio.clock.advance(1)
    gates[0]?.resolve()
    await said("word word")
    await isMoved("words that were stored on the way")
    studio.clock.advance(1)
    gates[1]?.resolve()
    await deciding
    await isMoved("the end")
    await assert.rejects(studio.act("owner", followConversation, { id }), { code: "not_found" })
  },
)

test("a new mark is trusted when it is seen for the second time", async () => {
  const marks = ["1", "1", "1", "2", "2", "2", undefined, undefined]
  const hasMoved = movingOf(async () => marks.shift())
  const moved: boolean[] = []
  while (marks.length > 0) moved.push(await hasMoved())
  assert.deepEqual(moved, [true, true, false, true, true, false, true, true])
})
