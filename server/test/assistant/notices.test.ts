import assert from "node:assert/strict"
import { decideCalls, getConversation } from "#domains/assistant/on-demand.ts"
import { countNotifications } from "#domains/notifications/index.ts"
import { until } from "#test/support/basics/until.ts"
import { onBothDatabases } from "#test/support/databases/test-databases.ts"
import { linesOf } from "#test/support/workspace/notifications.ts"
import { assistantWorld, callsOf, waitingOf } from "#test/support/worlds/assistant-world.ts"
import { streamWorld } from "#test/support/worlds/stream-world.ts"

const link = { call: "create_link", arguments: { destination: "https://example.com/spring" } }

onBothDatabases("a notice of a question that its person sees is marked as read, and not pushed", async (t, kind) => {
  const studio = await streamWorld(t, [[link]], { kind })
  const { headers } = await studio.enter("member")
  const unread = async () => (await studio.act("member", countNotifications, {})).unread
  const isAsked = async (id: string) => waitingOf(await studio.act("member", getConversation, { id })).length > 0

  const id = await studio.begin("member", "Make a link")
  await until(() => isAsked(id))
  assert.equal(await unread(), 1, "no page is open yet")
  const page = await studio.follow(headers, id)
  await page.knows((known) => known.run?.state === "waiting")
  await until(async () => (await unread()) === 0)
  const due = studio.app.database.read.selectFrom("notifications").select("id").where("tell_at", "is not", null)
  assert.deepEqual(await due.execute(), [], "what was read is not mailed any more")

  const other = await studio.begin("member", "Make another one")
  await until(() => isAsked(other))
  assert.equal(await unread(), 1, "a page of another conversation reads nothing of this one")
})

onBothDatabases("a person gets a notice only of an answer that took long", async (t, kind) => {
  const studio = await assistantWorld(t, [], { kind })
  const ask = async (workedMs: number) => {
    studio.says([link], ["It is there."])
    const waiting = await studio.ask("member", "Make a link to the secret plan")
    await until(async () => {
      const set = studio.app.database.transaction((db) =>
        db
          .updateTable("assistant_runs")
          .set({ worked_ms: workedMs })
          .where("conversation_id", "=", waiting.id)
          .where("state", "=", "waiting")
          .executeTakeFirst(),
      )
      return (await set).numUpdatedRows > 0n
    })
    const decisions = callsOf(waiting).map(({ id }) => ({ callId: id, answer: "once" as const }))
    await studio.act("member", decideCalls, { conversationId: waiting.id, decisions })
    return studio.settled("member", waiting.id)
  }
  const asks = "The assistant needs your answer"
  await ask(0)
  assert.deepEqual(await linesOf(studio, "member"), [asks])
  await ask(60_000)
  assert.deepEqual((await linesOf(studio, "member")).toSorted(), ["The assistant finished", asks, asks])
  assert.deepEqual(await linesOf(studio, "owner"), [])
})
