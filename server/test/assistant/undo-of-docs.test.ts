import assert from "node:assert/strict"
import { test } from "node:test"
import * as Y from "yjs"
import { listDocVersions, openContent, renameDoc } from "#domains/docs/index.ts"
import { onSqlite } from "#test/support/databases/test-databases.ts"
import { putDoc } from "#test/support/docs/put-doc.ts"
import { linesIn, sharedText } from "#test/support/docs/shared-lines.ts"
import { signIn, Typist } from "#test/support/docs/writers.ts"
import { type AssistantWorld, assistantWorld } from "#test/support/worlds/assistant-world.ts"
import { bodyOf, refusal, rich, takeBack, undone, undoSameWords, write } from "./undo-of-writes.ts"

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

test("writes of the same words are undone one by one, newest first (sqlite)", (t) => undoSameWords(t, "sqlite"))

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
