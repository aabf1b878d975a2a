import assert from "node:assert/strict"
import { test } from "node:test"
import * as Y from "yjs"
import { treeField } from "#contract/docs/doc-format.ts"
import { onBothDatabases, onSqlite } from "#test/support/databases/test-databases.ts"
import { addLine, lineEnd, linesIn, sharedText } from "#test/support/docs/shared-lines.ts"
import { makeDoc, signIn, Typist } from "#test/support/docs/writers.ts"
import { type World, world } from "#test/support/worlds/world.ts"
import { getDoc, loadConversions, openContent } from "../index.ts"

const { fromJson, toJson } = await loadConversions()

/** A body as an old editor saved it, with an underline mark. */
const rich = {
  type: "doc",
  content: [
    { type: "heading", attrs: { level: 2 }, content: [{ type: "text", text: "Plan" }] },
    {
      type: "paragraph",
      content: [
        { type: "text", text: "old and " },
        { type: "text", marks: [{ type: "underline" }], text: "underlined" },
        { type: "hardBreak" },
        {
          type: "text",
          marks: [{ type: "link", attrs: { href: "https://a.example" } }, { type: "bold" }],
          text: "both",
        },
      ],
    },
    {
      type: "taskList",
      content: [
        {
          type: "taskItem",
          attrs: { checked: true },
          content: [{ type: "paragraph", content: [{ type: "text", text: "done" }] }],
        },
      ],
    },
    { type: "codeBlock", attrs: { language: "js" }, content: [{ type: "text", text: "let a\n  = 1" }] },
    { type: "paragraph" },
  ],
}

async function makeOldDoc(here: World, body: unknown): Promise<string> {
  const id = await makeDoc(here)
  await here.app.database.transaction((db) =>
    db
      .updateTable("docs")
      .set({ body: JSON.stringify(body) })
      .where("id", "=", id)
      .execute(),
  )
  return id
}

onSqlite("a doc that has only JSON opens unchanged, and its JSON stays identical", async (t, kind) => {
  const here = await world(t, kind)
  const id = await makeOldDoc(here, rich)
  const { doc } = await openContent(here.app, id)
  assert.deepEqual(toJson(doc), rich)
  assert.equal(JSON.stringify((await here.act("viewer", getDoc, { id })).body), JSON.stringify(rich))
})

onBothDatabases("processes that open a doc with only JSON at once do not double its text", async (t, kind) => {
  const here = await world(t, kind)
  for (let round = 0; round < 5; round += 1) {
    const id = await makeOldDoc(here, rich)
    const opened = await Promise.all([1, 2, 3].map(() => openContent(here.app, id)))
    const together = new Y.Doc()
    for (const { doc } of opened) Y.applyUpdate(together, Y.encodeStateAsUpdate(doc))
    assert.deepEqual(toJson(together), rich)
    const [content] = opened
    if (!content) throw new Error("nothing was opened")
    assert.deepEqual(await new Typist(content, await signIn(here, "member")).write("more"), ["stored"])
  }
})

test("a malformed body opens too, with its words", async (t) => {
  const here = await world(t)
  const deep = Array.from({ length: 30_000 }).reduce<object>((inner) => ({ type: "blockquote", content: [inner] }), {
    type: "paragraph",
    content: [{ type: "text", text: "deep down" }],
  })
  const cases: [unknown, string][] = [
    [{ type: "doc" }, ""],
    [{ type: "doc", content: "none" }, ""],
    [{ type: "doc", content: [{ type: "unknown", content: [{ type: "text", text: "kept" }] }] }, "kept"],
    [{ type: "doc", content: [{ type: "text", text: "loose" }, { type: "paragraph" }] }, "loose"],
    [{ type: "doc", content: [{ type: "heading", content: [{ type: "paragraph" }] }, 7, null] }, ""],
    [{ type: "doc", content: [deep] }, "deep down"],
  ]
  for (const [body, words] of cases) {
    const doc = new Y.Doc()
    fromJson(doc, body)
    assert.ok(JSON.stringify(toJson(doc)).includes(words))
    assert.ok((await openContent(here.app, await makeOldDoc(here, { ...(body as object), content: [] }))).doc)
  }
})

test("nodes outside the schema are left out of the JSON, but their words are kept", () => {
  const doc = new Y.Doc()
  addLine(doc, "kept", lineEnd({ in: "marquee+ tableRow+", kind: "table" }))
  sharedText(doc).insert(sharedText(doc).length, "without an end", {})
  assert.deepEqual(toJson(doc), {
    type: "doc",
    content: ["kept", "", "without an end"].map((text) => ({
      type: "paragraph",
      ...(text && { content: [{ type: "text", text }] }),
    })),
  })
})

/** Stores a doc in the format of schema 1, as a tree. Its last paragraph is a separate update. */
async function storeTree(here: World, docId: string): Promise<void> {
  const doc = new Y.Doc()
  const tree = doc.getXmlFragment(treeField)
  const [list, item, first, last] = ["bulletList", "listItem", "paragraph", "heading"].map((n) => new Y.XmlElement(n))
  if (!list || !item || !first || !last) return
  tree.insert(0, [list])
  list.insert(0, [item])
  item.insert(0, [first])
  first.insert(0, [new Y.XmlText("in a list")])
  const state = Y.encodeStateAsUpdate(doc)
  const before = Y.encodeStateVector(doc)
  tree.insert(1, [last])
  last.setAttribute("level", 2 as never)
  last.insert(0, [new Y.XmlText("typed last")])
  const own = { doc_id: docId, workspace_id: here.workspaceId }
  const update = { ...own, seq: 2, bytes: Y.encodeStateAsUpdate(doc, before), created_at: here.app.now() }
  const { accountId } = await signIn(here, "member")
  await here.app.database.transaction(async (db) => {
    await db
      .insertInto("doc_states")
      .values({ ...own, seq: 1, bytes: state })
      .execute()
    await db
      .insertInto("doc_updates")
      .values({ ...update, account_id: accountId, broken_at: null })
      .execute()
    await db.updateTable("docs").set({ content_seq: 2, indexed_seq: 1 }).where("id", "=", docId).execute()
  })
}

onBothDatabases("a doc of schema 1 is converted to lines once, and can be written to", async (t, kind) => {
  const here = await world(t, kind)
  const id = await makeDoc(here)
  await storeTree(here, id)
  const listed = { type: "paragraph", content: [{ type: "text", text: "in a list" }] }
  const inList = { type: "bulletList", content: [{ type: "listItem", content: [listed] }] }
  const heading = { type: "heading", attrs: { level: 2 }, content: [{ type: "text", text: "typed last" }] }

  const opened = await Promise.all([openContent(here.app, id), openContent(here.app, id)])
  for (const { doc } of opened) assert.deepEqual(toJson(doc).content, [inList, heading])
  const { body } = await here.act("member", getDoc, { id })
  assert.deepEqual(body.content, [inList, heading])
  assert.deepEqual(await new Typist(opened[0], await signIn(here, "member")).write("more"), ["stored"])
  const [news] = await opened[1].readNew()
  assert.ok(news)
  Y.applyUpdate(opened[1].doc, news)

  const { doc } = await openContent(here.app, id)
  for (const each of [doc, opened[1].doc]) assert.deepEqual(linesIn(each), ["in a list", "typed last", "more"])
})
