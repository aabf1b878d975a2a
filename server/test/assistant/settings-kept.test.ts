import assert from "node:assert/strict"
import { describe } from "node:test"
import {
  decideCalls,
  getConversation,
  listAssistantEntries,
  listConversations,
  setAssistant,
  sweepRuns,
} from "#domains/assistant/on-demand.ts"
import { listLinks } from "#domains/links/index.ts"
import { listNotifications } from "#domains/notifications/index.ts"
import { eraseAccount } from "#domains/workspaces/index.ts"
import { sweepTables } from "#engines/jobs/retention.ts"
import { dayMs } from "#kernel/time/units.ts"
import { valuesOf } from "#test/support/basics/values-of.ts"
import { onBothDatabases, onSqlite } from "#test/support/databases/test-databases.ts"
import { assistantWorld, callsOf } from "#test/support/worlds/assistant-world.ts"

const link = { destination: "https://example.com/spring" }

describe("a card without an answer", () => {
  onSqlite("expires after a day with its run, is recorded, and cannot be answered afterwards", async (t, kind) => {
    const script = [[{ call: "create_link", arguments: link }], ["It is there."]]
    const studio = await assistantWorld(t, script, { kind })
    const waiting = await studio.ask("member", "Make a link")
    studio.clock.advance(dayMs - 1)
    await sweepRuns(studio.cx)
    assert.equal((await studio.act("member", getConversation, { id: waiting.id })).run?.state, "waiting")

    studio.clock.advance(1)
    await Promise.all([sweepRuns(studio.cx), sweepRuns(studio.cx)])

    const expired = await studio.act("member", getConversation, { id: waiting.id })
    assert.deepEqual([expired.run, callsOf(expired)[0]?.state], [null, "expired"])
    const decisions = [{ callId: callsOf(expired)[0]?.id, answer: "once" }]
    await assert.rejects(studio.act("member", decideCalls, { conversationId: waiting.id, decisions }))
    const { items, record } = await studio.act("admin", listAssistantEntries, {})
    assert.deepEqual([valuesOf(items, "outcome"), record?.brokenAt], [["expired"], null])
    assert.deepEqual((await studio.act("member", listLinks, {})).links, [])
    assert.equal((await studio.ask("member", "Again", { conversationId: waiting.id })).run, null)
  })

  onBothDatabases("expires as well while its workspace is suspended", async (t, kind) => {
    const studio = await assistantWorld(t, [[{ call: "create_link", arguments: link }]], { kind })
    const { database } = studio.app
    await studio.ask("member", "Make a link")
    const suspended_at = studio.clock.now()
    await database.transaction((db) => db.updateTable("workspaces").set({ suspended_at }).execute())
    studio.clock.advance(dayMs)

    await sweepRuns(studio.cx)

    const calls = await database.read.selectFrom("assistant_calls").select("state").execute()
    assert.deepEqual(valuesOf(calls, "state"), ["expired"])
    const open = database.read.selectFrom("assistant_runs").select("id").where("state", "in", ["waiting", "running"])
    assert.deepEqual(await open.execute(), [])
  })
})

onSqlite("a person gets a notice of a waiting question, without its text", async (t, kind) => {
  const studio = await assistantWorld(t, [[{ call: "create_link", arguments: link }], ["It is there."]], { kind })
  const waiting = await studio.ask("member", "Make a link to the secret plan")
  const { items } = await studio.act("member", listNotifications, {})
  assert.deepEqual(valuesOf(items, "sentence"), ["The assistant needs your answer"])
  assert.deepEqual(valuesOf(items, "path"), [`/studio/assistant/${waiting.id}`])
  for (const as of ["owner", "admin"] as const)
    assert.deepEqual((await studio.act(as, listNotifications, {})).items, [], "no other member gets it")
})

describe("retention", () => {
  onBothDatabases(
    "a conversation is deleted after 180 quiet days, or the owner's number; its record stays",
    async (t, kind) => {
      const studio = await assistantWorld(t, [[{ call: "list_links", arguments: {} }], ["None."]], { kind })
      await studio.ask("member", "Which links?")
      const left = async () => (await studio.act("member", listConversations, {})).items.length
      studio.clock.advance(180 * dayMs - 1)
      await sweepTables(
        studio.cx,
        "conversations",
        "assistant_entries",
        "permission_changes",
        "assistant_spending",
        "member_tool_choices",
      )
      assert.equal(await left(), 1)
      studio.clock.advance(1)
      await sweepTables(
        studio.cx,
        "conversations",
        "assistant_entries",
        "permission_changes",
        "assistant_spending",
        "member_tool_choices",
      )
      assert.equal(await left(), 0)

      await studio.ask("member", "And now?")
      await studio.act("owner", setAssistant, { keptDays: 7 })
      studio.clock.advance(7 * dayMs - 1)
      await sweepTables(
        studio.cx,
        "conversations",
        "assistant_entries",
        "permission_changes",
        "assistant_spending",
        "member_tool_choices",
      )
      assert.equal(await left(), 1)
      studio.clock.advance(1)
      await sweepTables(
        studio.cx,
        "conversations",
        "assistant_entries",
        "permission_changes",
        "assistant_spending",
        "member_tool_choices",
      )
      assert.equal(await left(), 0)
      assert.equal((await studio.act("admin", listAssistantEntries, {})).items.length, 1)
    },
  )

  onBothDatabases(
    "erasing a person deletes their conversations, even a waiting one; the record keeps its lines",
    async (t, kind) => {
      const script = [[{ call: "list_links", arguments: {} }], [{ call: "create_link", arguments: link }]]
      const studio = await assistantWorld(t, script, { kind })
      const waiting = await studio.ask("member", "Make a link, please")
      assert.equal(waiting.run?.state, "waiting")

      await studio.act("member", eraseAccount, { email: "member@studio.example" })

      const { read } = studio.app.database
      for (const table of ["conversations", "assistant_messages", "assistant_runs", "assistant_calls"] as const)
        assert.deepEqual(await read.selectFrom(table).select("id").execute(), [], table)
      await sweepRuns(studio.cx)
      const { items, record } = await studio.act("admin", listAssistantEntries, {})
      assert.deepEqual([valuesOf(items, "tool"), record?.brokenAt], [["list_links"], null])
      assert.ok(
        items.every(({ who }) => who === null || !who.includes("member@studio.example")),
        "without their name",
      )
    },
  )
})
