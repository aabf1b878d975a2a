import assert from "node:assert/strict"
import { test } from "node:test"
import { createDoc, exportDoc, getDoc, writeDoc } from "#domains/docs/index.ts"
import { onBothDatabases } from "#test/support/databases/test-databases.ts"
import type { Part } from "#test/support/stand-ins/model/model-stand-in.ts"
import { type AssistantWorld, assistantWorld, callsOf } from "#test/support/worlds/assistant-world.ts"

/** A handbook of 60 chapters of 5 kB each. */
const chapter = (at: number) =>
  `# Chapter ${at}\n\n${`Sentence of chapter ${at}, *with emphasis*. `.repeat(70)}\n\n## Notes of ${at}\n\n- one\n- two\n\n${"More words. ".repeat(200)}`
const chapters = Array.from({ length: 60 }, (_, at) => chapter(at + 1))
const handbook = [chapters.slice(0, 30).join("\n\n"), chapters.slice(30).join("\n\n")]

async function docOf({ act }: AssistantWorld, ...texts: string[]): Promise<string> {
  const { id } = await act("member", createDoc, { title: "Handbook" })
  for (const markdown of texts) await act("member", writeDoc, { id, how: "append", markdown })
  return id
}

interface Answer {
  readonly markdown: string
  readonly version: number
  readonly blocks: { readonly from: number; readonly to: number; readonly of: number }
  readonly outline?: readonly { readonly section: number; readonly title: string }[]
  readonly nextCursor?: string
  readonly error?: string
}

/** The last result that the model got. */
const lastOf = ({ model }: AssistantWorld): Answer => {
  const { messages } = model.journal.at(-1) ?? assert.fail()
  return JSON.parse(messages.at(-1)?.results.at(-1)?.text ?? "{}")
}

/** Scripts a model that reads a doc to its end, and then makes calls with the version that it read. */
function readsAll(studio: AssistantWorld, id: string, then: (version: number) => readonly Part[]): Answer[] {
  const parts: Answer[] = []
  let hasWritten = false
  studio.model.script = ({ messages }) => {
    if (messages.at(-1)?.role !== "results") return [{ call: "read_doc", arguments: { id } }]
    if (hasWritten) return ["Done."]
    const part = lastOf(studio)
    parts.push(part)
    if (part.nextCursor) return [{ call: "read_doc", arguments: { id, cursor: part.nextCursor } }]
    hasWritten = true
    return then(part.version)
  }
  return parts
}

const unlimited = (studio: AssistantWorld) => {
  const { limits } = studio.app.assistant
  const more = { steps: 100, calls: 1_000, runTokens: 100_000_000, memberDayTokens: 100_000_000 }
  Object.assign(studio.app, { assistant: { ...studio.app.assistant, limits: { ...limits, ...more } } })
}

const blocksOf = async ({ act }: AssistantWorld, id: string) =>
  (await act("member", getDoc, { id })).body.content as { type: string }[]

onBothDatabases("a doc of 300 kB is read in parts, and writing one section changes no other byte", async (t, kind) => {
  const studio = await assistantWorld(t, [], { kind, windowTokens: 1_000_000 })
  unlimited(studio)
  const id = await docOf(studio, ...handbook)
  const whole = (await studio.act("member", exportDoc, { id })).markdown.replace(/^# .*\n\n/, "")
  assert.ok(whole.length > 300_000, `${whole.length} letters`)
  const before = await blocksOf(studio, id)
  const changed = "## Notes of 30\n\nAnother text."
  const parts = readsAll(studio, id, (expectedVersion) => [
    { call: "write_doc", arguments: { id, how: "section", section: 60, markdown: changed, expectedVersion } },
  ])
  const waiting = await studio.ask("member", "Put another text into the notes of chapter 30")

  assert.equal(parts.map(({ markdown }) => markdown.trimEnd()).join("\n\n"), whole.trimEnd())
  assert.ok(parts.every(({ blocks }, at) => blocks.from === (parts[at - 1]?.blocks.to ?? 0)))
  assert.equal(parts[0]?.outline?.find(({ section }) => section === 60)?.title, "Notes of 30")
  await studio.decide("member", waiting, "once")
  const after = await blocksOf(studio, id)
  const at = before.findIndex((block) => JSON.stringify(block).includes("Notes of 30"))
  assert.deepEqual(after.slice(0, at + 1), before.slice(0, at + 1))
  assert.match(JSON.stringify(after[at + 1]), /Another text/)
  assert.deepEqual(after.slice(at + 2), before.slice(at + 3))
  const updates = await studio.app.database.read.selectFrom("doc_updates").select("bytes").where("doc_id", "=", id).orderBy("seq", "desc").execute() // biome-ignore format: one thought
  assert.ok((updates[0]?.bytes.byteLength ?? 0) < 1_000, `${updates[0]?.bytes.byteLength} bytes were written`)
})

test("a write that would remove unread text is refused, and one after reading everything is not", async (t) => {
  const studio = await assistantWorld(t, [], { windowTokens: 1_000_000 })
  unlimited(studio)
  const id = await docOf(studio, ...handbook)
  const replace = (expectedVersion?: number): Part => ({
    call: "write_doc",
    arguments: { id, how: "replace", markdown: "Short.", ...(expectedVersion !== undefined && { expectedVersion }) },
  })
  const refusalAfter = async (...calls: Part[]) => {
    studio.says(...calls.map((call) => [call]), ["Done."])
    const call = callsOf(await studio.ask("member", "Make it short")).at(-1)
    return [call?.state, call?.why]
  }
  const read: Part = { call: "read_doc", arguments: { id } }
  assert.deepEqual(await refusalAfter(replace()), ["refused", "Read the doc first, and give its version as `expectedVersion`."]) // biome-ignore format: one thought
  const [state, why] = await refusalAfter(read, replace(2))
  assert.equal(state, "refused")
  assert.match(String(why), /Not all of what this would replace was read/)
  const section: Part = { call: "write_doc", arguments: { id, how: "section", section: 119, markdown: "# 60", expectedVersion: 2 } } // biome-ignore format: one thought
  assert.equal((await refusalAfter(read, section))[0], "refused", "another section was read")
  const one: Part = { call: "read_doc", arguments: { id, section: 119 } }
  assert.equal((await refusalAfter(one, section))[0], "waiting", "this one was read whole")
  readsAll(studio, id, (version) => [replace(version)])
  assert.equal(callsOf(await studio.ask("member", "Make it short")).at(-1)?.state, "waiting")
})

test("text that another member wrote after the read is not overwritten", async (t) => {
  const studio = await assistantWorld(t, [])
  const id = await docOf(studio, "# Plan\n\nFirst.")
  readsAll(studio, id, (expectedVersion) => [
    { call: "write_doc", arguments: { id, how: "replace", markdown: "Second.", expectedVersion } },
  ])
  const waiting = await studio.ask("member", "Write it anew")
  assert.equal(callsOf(waiting).at(-1)?.state, "waiting")
  await studio.act("owner", writeDoc, { id, how: "append", markdown: "The owner's." })
  const done = await studio.decide("member", waiting, "once")
  assert.deepEqual([callsOf(done).at(-1)?.state, callsOf(done).at(-1)?.summary], ["failed", "The doc has changed since you read it."]) // biome-ignore format: one thought
  assert.match((await studio.act("member", exportDoc, { id })).markdown, /First\.\n\nThe owner's\./)
})

test("a block that is longer than a part is read in pieces, in any script", async (t) => {
  const studio = await assistantWorld(t, [], { windowTokens: 1_000_000 })
  unlimited(studio)
  const code = Array.from({ length: 4_000 }, (_, at) => `line ${at} "in quotes"`).join("\n")
  const id = await docOf(studio, `${"語🚀".repeat(20_000)}\n\n\`\`\`\n${code}\n\`\`\``)
  const whole = (await studio.act("member", exportDoc, { id })).markdown.replace(/^# .*\n\n/, "")
  const parts = readsAll(studio, id, (expectedVersion) => [
    { call: "write_doc", arguments: { id, how: "replace", markdown: "Short.", expectedVersion } },
  ])
  const asked = await studio.ask("member", "Read it")
  const squeezed = (text: string) => text.replaceAll(/\s/g, "")
  assert.equal(squeezed(parts.map(({ markdown }) => markdown).join("")), squeezed(whole))
  assert.ok(parts.length > 4)
  assert.equal(callsOf(asked).at(-1)?.state, "waiting")
})
