import assert from "node:assert/strict"
import {
  askAssistant,
  exportConversation,
  followConversation,
  getConversation,
  listAssistantEntries,
  listConversations,
  renameConversation,
  stopRun,
} from "#domains/assistant/on-demand.ts"
import { valuesOf } from "#test/support/basics/values-of.ts"
import { onBothDatabases } from "#test/support/databases/test-databases.ts"
import { assistantWorld, wordsOf } from "#test/support/worlds/assistant-world.ts"

onBothDatabases("an id with a null character finds nothing, and causes no internal error", async (t, kind) => {
  const studio = await assistantWorld(t, [["Done."]], { kind })
  const notFound = { code: "not_found" }
  const id = "conversation\0"
  await assert.rejects(studio.act("member", getConversation, { id }), notFound)
  await assert.rejects(studio.act("member", exportConversation, { id }), notFound)
  await assert.rejects(studio.act("member", followConversation, { id }), notFound)
  await assert.rejects(studio.act("member", renameConversation, { id, title: "Mine" }), notFound)
  await assert.rejects(studio.act("member", stopRun, { conversationId: id }), notFound)
  await assert.rejects(studio.act("member", askAssistant, { conversationId: id, text: "Hello" }), notFound)
  await assert.rejects(studio.act("member", askAssistant, { text: "Hello", fileIds: ["\0"] }), { field: "fileIds" })
  const entries = await studio.act("admin", listAssistantEntries, { tool: "\0", outcome: "\0" })
  assert.deepEqual(entries.items, [])

  const { conversationId } = await studio.act("member", askAssistant, { text: "He\0llo", about: "/links\0" })
  assert.equal(wordsOf(await studio.settled("member", conversationId)), "Done.")
  const found = await studio.act("member", listConversations, { query: "hel\0lo" })
  assert.deepEqual(valuesOf(found.items, "id"), [conversationId])
})

onBothDatabases("a conversation is found by parts of its title, in any script", async (t, kind) => {
  const studio = await assistantWorld(t, [["Done."]], { kind })
  const { id } = await studio.ask("member", "Сколько ссылок 100%?")
  for (const query of ["Сколько", "ССЫЛОК".toLowerCase(), "100%"])
    assert.deepEqual(valuesOf((await studio.act("member", listConversations, { query })).items, "id"), [id], query)
  assert.deepEqual((await studio.act("member", listConversations, { query: "Ссылка" })).items, [])
})
