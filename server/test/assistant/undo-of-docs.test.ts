import assert from "node:assert/strict"
import { test } from "node:test"
import * as Y from "yjs"
import type { DocNode } from "#contract/docs/doc-node.ts"
import { undoCalls } from "#domains/assistant/on-demand.ts"
import { getDocVersion, listDocVersions, openContent, renameDoc } from "#domains/docs/index.ts"
import { onBothDatabases, onSqlite } from "#test/support/databases/test-databases.ts"
import { paragraph } from "#test/support/docs/paragraph.ts"
import { putDoc } from "#test/support/docs/put-doc.ts"
import { linesIn, sharedText } from "#test/support/docs/shared-lines.ts"
import { signIn, Typist } from "#test/support/docs/writers.ts"
import type { Part } from "#test/support/stand-ins/model/model-stand-in.ts"
import { type AssistantWorld, assistantWorld, callsOf, waitingOf } from "#test/support/worlds/assistant-world.ts"

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
const rich: DocNode[] = [
  { type: "heading", attrs: { level: 1 }, content: [{ type: "text", text: "Plan" }] },
  paragraph("Some ", underlined, " words"),
  { type: "paragraph" },
  { type: "paragraph" },
  table,
  { type: "heading", attrs: { level: 1 }, content: [{ type: "text", text: "Later" }] },
  paragraph("The last ", underlined),
  { type: "paragraph" },
]

const bodyOf = async ({ act }: AssistantWorld, id: string) =>
  (await act("member", getDocVersion, { id, version: null })).body

interface Writing {
  readonly how: string
  readonly conversationId?: string
  readonly [name: string]: unknown
}

/** Makes the assistant read a doc and write into it. */
async function write(studio: AssistantWorld, id: string, { conversationId, ...input }: Writing) {
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

async function takeBack(studio: AssistantWorld, conversationId: string, callId?: string) {
  await studio.act("member", undoCalls, { conversationId, ...(callId !== undefined && { callId }) })
  const calls = callsOf(await studio.settled("member", conversationId)).filter(({ isWrite }) => isWrite)
  return calls.map(({ state, undoRefusal, canUndo }) => ({ state, undoRefusal, canUndo }))
}

const undone = { state: "undone", undoRefusal: null, canUndo: false }
const refusal = /^These lines have changed since\. .*version/

/** A colleague with the doc open. */
async function colleague(studio: AssistantWorld, id: string) {
  const content = await openContent(studio.app, id)
  return new Typist(content, await signIn(studio, "owner"))
}

/** Types behind the first occurrence of a text. */
function typeAfter({ doc }: Typist, found: string, words: string): void {
  let at = 0
  for (const { insert } of sharedText(doc).toDelta()) {
    const within = typeof insert === "string" ? insert.indexOf(found) : -1
    if (within >= 0) {
      sharedText(doc).insert(at + within + found.length, words)
      return
    }
    at += typeof insert === "string" ? insert.length : 1
  }
  assert.fail(`${found} is not there`)
}

const ways = {
  append: { how: "append", markdown: "## More\n\n- one\n- two" },
  replace: { how: "replace", markdown: "# Plan\n\nSome words\n\nAnother end" },
  section: { how: "section", section: 2, markdown: "## Later\n\nThe first" },
}

onSqlite("undoing a write restores a doc, including content that Markdown cannot express", async (t, kind) => {
  const studio = await assistantWorld(t, [], { kind })
  for (const [way, input] of Object.entries(ways)) {
    const id = await putDoc(studio, { content: rich })
    const before = await bodyOf(studio, id)
    const done = await write(studio, id, input)
    assert.notDeepEqual(await bodyOf(studio, id), before, way)
    assert.deepEqual(await takeBack(studio, done.id), [undone], way)
    assert.deepEqual(await bodyOf(studio, id), before, way)
  }
})

onSqlite("undoing a write keeps a colleague's text beside it, even text that was typed offline", async (t, kind) => {
  const studio = await assistantWorld(t, [], { kind })
  for (const [way, input] of Object.entries(ways)) {
    const id = await putDoc(studio, { content: rich })
    const opened = await colleague(studio, id)
    const before = linesIn(opened.doc)
    typeAfter(opened, "underlined", " offline")
    const done = await write(studio, id, input)
    assert.match(await opened.bringBack(), /stored/, way)
    const later = await colleague(studio, id)
    assert.deepEqual(await later.write("Typed since"), ["stored"])

    assert.deepEqual(await takeBack(studio, done.id), [undone], way)
    const expected = before.map((line) => line.replace("Some underlined", "Some underlined offline"))
    assert.deepEqual(linesIn((await colleague(studio, id)).doc), [...expected, "Typed since"], way)
  }
})

onSqlite("an undo is refused, without effect, where colleagues changed the same lines", async (t, kind) => {
  const changes: Record<string, (colleague: Typist) => void> = {
    "words in them": (typist) => typeAfter(typist, "Added by", " the assistant and"),
    "words at their end": (typist) => typeAfter(typist, "the assistant.", " And more"),
    "a part taken away": ({ doc }) => {
      const { length } = sharedText(doc)
      sharedText(doc).delete(length - 8, 3)
    },
    bold: ({ doc }) => sharedText(doc).format(sharedText(doc).length - 8, 3, { bold: true }),
    "another kind of line": ({ doc }) => {
      const ends = sharedText(doc).toDelta().map(({ insert }: { insert: unknown }) => insert).filter((insert: unknown) => insert instanceof Y.XmlElement) // biome-ignore format: one thought
      for (const end of ends.slice(-2)) end.setAttribute("kind", "heading")
    },
  }
  const studio = await assistantWorld(t, [], { kind })
  for (const [what, change] of Object.entries(changes)) {
    const id = await putDoc(studio, { content: rich })
    const done = await write(studio, id, { how: "append", markdown: "Two lines.\n\nAdded by the assistant." })
    const opened = await colleague(studio, id)
    change(opened)
    assert.ok((await opened.send()).every((answer) => answer === "stored"))
    const before = Y.encodeStateVector((await colleague(studio, id)).doc)

    const [call] = await takeBack(studio, done.id)
    assert.equal(call?.state, "done", what)
    assert.match(call?.undoRefusal ?? "", refusal, what)
    assert.equal(call?.canUndo, false, what)
    assert.deepEqual(Y.encodeStateVector((await colleague(studio, id)).doc), before, what)
  }
})

onBothDatabases("writes of the same words are undone one by one, newest first", async (t, kind) => {
  const studio = await assistantWorld(t, [], { kind })
  const id = await putDoc(studio, { content: rich })
  const before = await bodyOf(studio, id)
  const first = await write(studio, id, { how: "append", markdown: "# Added\n\nBy the first write." })
  await write(studio, id, {
    how: "section",
    section: 3,
    markdown: "# Added\n\nBy the second.",
    conversationId: first.id,
  })
  const last = await write(studio, id, { how: "replace", markdown: "By the third.", conversationId: first.id })
  const [one, two] = callsOf(last).filter(({ isWrite }) => isWrite)
  assert.ok(one && two)
  const [refused] = await takeBack(studio, first.id, one.id)
  assert.match(refused?.undoRefusal ?? "", refusal, "the words of the first were written over")

  assert.deepEqual((await takeBack(studio, first.id)).slice(1), [undone, undone])
  const text = JSON.stringify(await bodyOf(studio, id))
  assert.ok(text.includes("By the first write.") && !/second|third/.test(text))

  const again = await putDoc(studio, { content: rich })
  const three = await write(studio, again, { how: "append", markdown: "# Added\n\nBy the first write." })
  await write(studio, again, {
    how: "section",
    section: 3,
    markdown: "# Added\n\nBy the second.",
    conversationId: three.id,
  })
  await write(studio, again, { how: "replace", markdown: "By the third.", conversationId: three.id })
  assert.deepEqual(await takeBack(studio, three.id), [undone, undone, undone])
  assert.deepEqual(await bodyOf(studio, again), before)
})

test("the undo data of a write reaches no model, and the text before is a version", async (t) => {
  const studio = await assistantWorld(t, [])
  const id = await putDoc(studio, { content: rich })
  const done = await write(studio, id, ways.replace)
  const answered = studio.model.journal.at(-1)?.messages.at(-1)?.results.at(-1)?.text
  assert.deepEqual(Object.keys(JSON.parse(answered ?? "{}")).toSorted(), ["hasChanged", "id", "title"])
  assert.ok(!JSON.stringify(done).includes("putBack"))
  const { items } = await studio.act("member", listDocVersions, { id })
  assert.equal(items.length, 1)
})

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

test("undoing a doc's creation keeps it after a colleague's change that Markdown cannot express", async (t) => {
  const studio = await assistantWorld(t, [])
  studio.says([{ call: "create_doc", arguments: { title: "Plan" } }], ["Done."])
  const made = await studio.decide("member", await studio.ask("member", "Please"), "once")
  const [doc] = await studio.app.database.read.selectFrom("docs").select("id").execute()
  const opened = await colleague(studio, doc?.id ?? "")
  await opened.write("")
  const [call] = await takeBack(studio, made.id)
  assert.match(call?.undoRefusal ?? "", /changed it since/)
  await studio.act("owner", renameDoc, { id: doc?.id ?? "", title: "Still there", emoji: null })
})
