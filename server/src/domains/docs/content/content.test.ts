import assert from "node:assert/strict"
import { test } from "node:test"
import * as Y from "yjs"
import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { onBothDatabases, onSqlite } from "#test/support/databases/test-databases.ts"
import { makeDoc, signIn, Typist } from "#test/support/docs/writers.ts"
import { world } from "#test/support/worlds/world.ts"
import { appendUpdate, enterDoc, getDoc, HostileUpdate, loadConversions, openContent, trashDoc } from "../index.ts"

const { toJson } = await loadConversions()

const paragraphs = (...texts: readonly string[]) => ({
  type: "doc",
  content: texts.map((text) => ({ type: "paragraph", ...(text && { content: [{ type: "text", text }] }) })),
})

onSqlite(
  "an update is in the doc when it is opened again, and in its JSON once the doc is settled",
  async (t, kind) => {
    const here = await world(t, kind)
    const id = await makeDoc(here)
    const content = await openContent(here.app, id)
    const [ada, ben] = [
      new Typist(content, await signIn(here, "member")),
      new Typist(content, await signIn(here, "admin")),
    ]
    assert.deepEqual(await ada.write("one"), ["stored"])
    ben.receive(Y.encodeStateAsUpdate(ada.doc))
    assert.deepEqual(await ben.write("two"), ["stored"])

    const again = await openContent(here.app, id)
    assert.deepEqual(toJson(again.doc), paragraphs("", "one", "two"))
    assert.deepEqual((await here.act("viewer", getDoc, { id })).body, paragraphs(""))
    await content.settle()
    assert.deepEqual((await here.act("viewer", getDoc, { id })).body, paragraphs("", "one", "two"))
    await content.close()
    assert.deepEqual(await here.cx.db.selectFrom("doc_updates").selectAll().execute(), [])
    assert.deepEqual(toJson((await openContent(here.app, id)).doc), paragraphs("", "one", "two"))
  },
)

onBothDatabases("updates of another process are read once", async (t, kind) => {
  const here = await world(t, kind)
  const id = await makeDoc(here)
  const [one, other] = [await openContent(here.app, id), await openContent(here.app, id)]
  const ada = new Typist(one, await signIn(here, "member"))
  await ada.write("from the one")
  await ada.write("and more")

  assert.deepEqual(await one.readNew(), [])
  for (const update of await other.readNew()) Y.applyUpdate(other.doc, update)
  assert.deepEqual(toJson(other.doc), paragraphs("", "from the one", "and more"))
  assert.deepEqual(await other.readNew(), [])
})

onBothDatabases(
  "viewers, signed-out writers, and members of another workspace are refused as writers",
  async (t, kind) => {
    const here = await world(t, kind)
    const id = await makeDoc(here)
    const content = await openContent(here.app, id)
    const member = await signIn(here, "member")
    assert.deepEqual(await new Typist(content, await signIn(here, "viewer")).write("x"), ["refused"])
    assert.deepEqual(await new Typist(content, await signIn(here, "stranger")).write("x"), ["refused"])
    const elsewhere = here.callers.stranger
    await assert.rejects(here.act(elsewhere, enterDoc, { id }), { code: "not_found" })

    await here.app.database.transaction((db) => db.deleteFrom("sessions").where("id", "=", member.sessionId).execute())
    assert.deepEqual(await new Typist(content, member).write("x"), ["refused"])

    const again = await signIn(here, "member")
    await here.act("member", trashDoc, { id })
    assert.deepEqual(await new Typist(content, again).write("x"), ["refused"])
    await assert.rejects(here.act("member", enterDoc, { id }), { code: "not_found" })
    await assert.rejects(openContent(here.app, id), { code: "not_found" })
    assert.deepEqual(await here.cx.db.selectFrom("doc_updates").selectAll().execute(), [])
  },
)

onBothDatabases("a member's change in a transaction reaches open editors", async (t, kind) => {
  const here = await world(t, kind)
  const id = await makeDoc(here)
  const content = await openContent(here.app, id)
  const { role, name } = await here.act("member", enterDoc, { id })
  assert.deepEqual([role, name], ["member", "member"])
  await here.act("member", putBack, { id })
  for (const update of await content.readNew()) Y.applyUpdate(content.doc, update)
  assert.deepEqual(toJson(content.doc), paragraphs("put back"))
  assert.deepEqual((await here.act("viewer", getDoc, { id })).body, paragraphs("put back"))
})

const putBack = workspaceAction("member", "console", {
  input: z.object({ id: z.string() }),
  output: z.object({}),
  async run(cx, { id }) {
    await cx.atomically((cx) => appendUpdate(cx, id, (doc, { fromJson }) => fromJson(doc, paragraphs("put back"))))
    return {}
  },
})

test("bytes that are no update are refused, and the doc stays writable", async (t) => {
  const here = await world(t)
  const id = await makeDoc(here)
  const content = await openContent(here.app, id)
  const writer = await signIn(here, "member")
  await assert.rejects(content.write(Buffer.from("no update at all"), writer, false), HostileUpdate)
  await assert.rejects(content.write(new Uint8Array(2_000_000), writer, false), HostileUpdate)
  assert.deepEqual(await new Typist(content, writer).write("fine"), ["stored"])
})
