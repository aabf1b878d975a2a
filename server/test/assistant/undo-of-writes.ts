import assert from "node:assert/strict"
import type { TestContext } from "node:test"
import type { DocNode } from "#contract/docs/doc-node.ts"
import { undoCalls } from "#domains/assistant/on-demand.ts"
import { getDocVersion } from "#domains/docs/index.ts"
import type { DatabaseKind } from "#test/support/databases/test-databases.ts"
import { paragraph } from "#test/support/docs/paragraph.ts"
import { putDoc } from "#test/support/docs/put-doc.ts"
import type { Part } from "#test/support/stand-ins/model/model-stand-in.ts"
import { type AssistantWorld, assistantWorld, callsOf } from "#test/support/worlds/assistant-world.ts"

const underlined = { type: "text", text: "underlined", marks: [{ type: "underline" }] }
const bullets = (...items: string[]) => ({
  type: "bulletList",
  content: items.map((item) => ({ type: "listItem", content: [paragraph(item)] })),
})
const cell = (type: string, ...content: DocNode[]) => ({
  type,
  attrs: { colspan: 1, rowspan: 1, colwidth: null, align: null },
  content,
})
const table = {
  type: "table",
  content: [
    { type: "tableRow", content: [cell("tableHeader", paragraph("Who")), cell("tableHeader", paragraph("What"))] },
    { type: "tableRow", content: [cell("tableCell", paragraph("Ada")), cell("tableCell", bullets("paint", "frame"))] },
  ],
}
/** A text that Markdown cannot express completely: underline, empty lines, a list in a cell. */
export const rich: DocNode[] = [
  { type: "heading", attrs: { level: 1 }, content: [{ type: "text", text: "Plan" }] },
  paragraph("Some ", underlined, " words"),
  { type: "paragraph" },
  { type: "paragraph" },
  table,
  { type: "heading", attrs: { level: 1 }, content: [{ type: "text", text: "Later" }] },
  paragraph("The last ", underlined),
  { type: "paragraph" },
]

export const bodyOf = async ({ act }: AssistantWorld, id: string) =>
  (await act("member", getDocVersion, { id, version: null })).body

interface Writing {
  readonly how: string
  readonly conversationId?: string
  readonly [name: string]: unknown
}

/** Makes the assistant read a doc and write into it. */
export async function write(studio: AssistantWorld, id: string, { conversationId, ...input }: Writing) {
  let hasWritten = false
  studio.model.script = ({ messages }): Part[] => {
    const last = messages.at(-1)
    if (hasWritten) return ["Done."]
    if (last?.role !== "results") return [{ call: "read_doc", arguments: { id } }]
    hasWritten = true
    const { version } = JSON.parse(last.results.at(-1)?.text ?? "{}")
    return [{ call: "write_doc", arguments: { id, expectedVersion: version, ...input } }]
  }
  studio.clock.advance(1_000)
  const asked = await studio.ask("member", "Write", { ...(conversationId !== undefined && { conversationId }) })
  const done = await studio.decide("member", asked, "once")
  assert.equal(callsOf(done).at(-1)?.state, "done", String(callsOf(done).at(-1)?.summary))
  return done
}

export async function takeBack(studio: AssistantWorld, conversationId: string, callId?: string) {
  await studio.act("member", undoCalls, { conversationId, ...(callId !== undefined && { callId }) })
  const calls = callsOf(await studio.settled("member", conversationId)).filter(({ isWrite }) => isWrite)
  return calls.map(({ state, undoRefusal, canUndo }) => ({ state, undoRefusal, canUndo }))
}

export const undone = { state: "undone", undoRefusal: null, canUndo: false }
export const refusal = /^These lines have changed since\. .*version/

/** Proves that writes of the same words are undone one by one, newest first. */
export async function undoSameWords(t: TestContext, kind: DatabaseKind): Promise<void> {
  const studio = await assistantWorld(t, [], { kind })
  const { id, last } = await writeThrice(studio)
  const [one, two] = callsOf(last).filter(({ isWrite }) => isWrite)
  assert.ok(one && two)
  const [refused] = await takeBack(studio, last.id, one.id)
  assert.match(refused?.undoRefusal ?? "", refusal, "the words of the first were written over")

  assert.deepEqual((await takeBack(studio, last.id)).slice(1), [undone, undone])
  const text = JSON.stringify(await bodyOf(studio, id))
  assert.ok(text.includes("By the first write.") && !/second|third/.test(text))

  const again = await writeThrice(studio)
  assert.deepEqual(await takeBack(studio, again.last.id), [undone, undone, undone])
  assert.deepEqual(await bodyOf(studio, again.id), again.before)
}

/** Writes three times into a new doc, in one conversation; each write replaces words of the one before. */
async function writeThrice(studio: AssistantWorld) {
  const id = await putDoc(studio, { content: rich })
  const before = await bodyOf(studio, id)
  const first = await write(studio, id, { how: "append", markdown: "# Added\n\nBy the first write." })
  const conversationId = first.id
  await write(studio, id, { how: "section", section: 3, markdown: "# Added\n\nBy the second.", conversationId })
  const last = await write(studio, id, { how: "replace", markdown: "By the third.", conversationId })
  return { id, before, last }
}
