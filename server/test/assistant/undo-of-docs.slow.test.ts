import assert from "node:assert/strict"
import { test } from "node:test"
import { getDocVersion, listDocVersions } from "#domains/docs/index.ts"
import { onPostgres } from "#test/support/databases/test-databases.ts"
import { putDoc } from "#test/support/docs/put-doc.ts"
import { assistantWorld, callsOf, waitingOf } from "#test/support/worlds/assistant-world.ts"
import { rich, takeBack, undoSameWords, write } from "./undo-of-writes.ts"

onPostgres("writes of the same words are undone one by one, newest first (postgres)", (t) =>
  undoSameWords(t, "postgres"),
)

test("a write too large to be undone says where the text before is", async (t) => {
  const studio = await assistantWorld(t, [], { windowTokens: 1_000_000 })
  const id = await putDoc(studio, { content: rich })
  // Each word has its own marks, so the undo data is far longer than the text.
  const markdown = "**b** c ".repeat(16_000)
  const done = await write(studio, id, { how: "append", markdown })
  const call = callsOf(done).at(-1)
  assert.equal(call?.canUndo, false)
  assert.match(call?.undoRefusal ?? "", /too large to undo here.*version/)
  const { items } = await studio.act("member", listDocVersions, { id })
  assert.ok(JSON.stringify(await studio.act("member", getDocVersion, { id, version: items[0]?.version ?? 0 })).includes("The last")) // biome-ignore format: one thought
  await assert.rejects(takeBack(studio, done.id), { code: "conflict" })
})

test("a card says whether a write can be undone, according to its rehearsal", async (t) => {
  const studio = await assistantWorld(t, [], { windowTokens: 1_000_000 })
  const id = await putDoc(studio, { content: rich })
  for (const [markdown, canUndo] of [
    ["A line.", true],
    ["**b** c ".repeat(16_000), false],
  ] as const) {
    studio.says([{ call: "write_doc", arguments: { id, how: "append", markdown } }], ["Done."])
    const [card] = waitingOf(await studio.ask("member", "Write"))
    assert.deepEqual([card?.rehearsal?.outcome, card?.canUndo], ["would", canUndo])
  }
})
