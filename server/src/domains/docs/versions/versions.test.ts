import assert from "node:assert/strict"
import * as Y from "yjs"
import type { DocNode } from "#contract/docs/doc-node.ts"
import { minuteMs } from "#kernel/time/units.ts"
import { valuesOf } from "#test/support/basics/values-of.ts"
import { onBothDatabases, onSqlite } from "#test/support/databases/test-databases.ts"
import { paragraph } from "#test/support/docs/paragraph.ts"
import { putDoc } from "#test/support/docs/put-doc.ts"
import { makeDoc, signIn, Typist } from "#test/support/docs/writers.ts"
import { type World, world } from "#test/support/worlds/world.ts"
import { storedVersions } from "../editing-sessions/index.ts"
import {
  getDoc,
  getDocVersion,
  listDocVersions,
  openContent,
  renameDoc,
  restoreDocVersion,
  trashDoc,
} from "../index.ts"

const linesOf = (body: DocNode): string[] =>
  (body.content as DocNode[])
    .map(({ content = [] }) => (content as DocNode[]).map(({ text = "" }) => text).join(""))
    .filter(Boolean)

/** A doc with two writers. Each write is settled at once. */
async function written(here: World, id?: string) {
  const docId = id ?? (await makeDoc(here))
  const content = await openContent(here.app, docId)
  const writers = { member: await signIn(here, "member"), admin: await signIn(here, "admin") }
  const write = async (who: keyof typeof writers, text: string, minutesBefore = 0) => {
    here.clock.advance(minutesBefore * minuteMs)
    for (const update of await content.readNew()) Y.applyUpdate(content.doc, update)
    const typist = new Typist(content, writers[who])
    assert.deepEqual(await typist.write(text), ["stored"])
    Y.applyUpdate(content.doc, Y.encodeStateAsUpdate(typist.doc))
    await content.settle()
  }
  return { here, id: docId, content, write, ...readerOf(here, docId) }
}

const readerOf = (here: World, id: string) => ({
  versions: async () => (await here.act("viewer", listDocVersions, { id })).items,
  lines: async (version: number | null) => linesOf((await here.act("viewer", getDocVersion, { id, version })).body),
  restore: (version: number, who: "member" | "admin" = "member") => here.act(who, restoreDocVersion, { id, version }),
})

const idOf = (here: World, who: "member" | "admin") => {
  const caller = here.callers[who]
  return caller.kind === "person" ? caller.accountId : ""
}

onBothDatabases("a session leaves one version; a new writer and a long pause begin another", async (t, kind) => {
  const { here, content, write, versions, lines, id } = await written(await world(t, kind))
  await write("member", "one")
  await write("member", "two", 5)
  await write("admin", "three", 1)
  await write("member", "four", 1)
  await write("admin", "five", 11)

  const items = await versions()
  assert.deepEqual(valuesOf(items, "version"), [2, 1])
  assert.deepEqual(await lines(1), ["one", "two"])
  assert.deepEqual(await lines(2), ["one", "two", "three", "four"])
  assert.deepEqual(await lines(null), ["one", "two", "three", "four", "five"])
  const [member, admin] = [idOf(here, "member"), idOf(here, "admin")]
  assert.deepEqual(
    items.map(({ people }) => valuesOf(people, "accountId")),
    [[member, admin], [member]],
  )
  const { present } = await here.act("viewer", listDocVersions, { id })
  assert.deepEqual(valuesOf(present.people, "accountId"), [admin])
  const [row = {}] = await here.cx.db.selectFrom("doc_versions").selectAll().where("version", "=", 1).execute()
  const parts = ["doc_id", "workspace_id", "version", "title", "emoji", "body", "saved_by", "saved_at"]
  assert.deepEqual(Object.keys(row), parts, "a version is its text, without a state of the doc")
  await content.close()
})

onBothDatabases("hours of writing leave a version each hour, and an empty doc leaves none", async (t, kind) => {
  const { here, content, write, versions } = await written(await world(t, kind))
  for (let n = 1; n <= 25; n += 1) await write("member", `draft ${n}`, 5)
  assert.equal((await versions()).length, 2)
  assert.equal((await here.cx.db.selectFrom("doc_versions").selectAll().execute()).length, 2)
  await content.close()
})

onSqlite(
  "updates that are settled late, during a compaction, are split into sessions all the same",
  async (t, kind) => {
    const here = await world(t, kind)
    const id = await makeDoc(here)
    const content = await openContent(here.app, id)
    const typist = new Typist(content, await signIn(here, "member"))
    for (const text of ["one", "two", "three"]) {
      await typist.write(text)
      here.clock.advance(20 * minuteMs)
    }
    await content.close()
    const { versions, lines } = readerOf(here, id)
    assert.deepEqual(valuesOf(await versions(), "version"), [2, 1])
    assert.deepEqual([await lines(1), await lines(2)], [["one"], ["one", "two"]])
    assert.deepEqual(await here.cx.db.selectFrom("doc_updates").selectAll().execute(), [])
  },
)

onBothDatabases(
  "a restored version is new content: open editors get it, and the content before is a version",
  async (t, kind) => {
    const { here, content, write, versions, lines, restore, id } = await written(await world(t, kind))
    await write("member", "one")
    await write("member", "two", 11)
    await write("admin", "three")
    const open = new Typist(content, await signIn(here, "admin"))
    open.type("typed just now")

    assert.deepEqual(await restore(1), { hasChanged: true })
    assert.deepEqual(await lines(null), ["one"])
    for (const update of await content.readNew()) open.receive(update)
    assert.deepEqual(await open.send(), ["stored"])
    await content.settle()
    assert.deepEqual(await lines(null), ["one", "typed just now"], "what the other typed meanwhile is not lost")

    assert.deepEqual(await lines((await versions())[0]?.version ?? 0), ["one", "two", "three"])
    const [update] = await here.cx.db.selectFrom("doc_updates").select("account_id").where("seq", "=", 4).execute()
    assert.equal(update?.account_id, idOf(here, "member"), "it is the person's own")
    assert.equal((await here.act("viewer", getDoc, { id })).title, "A doc")
    await content.close()
  },
)

onBothDatabases(
  "restoring the present text changes nothing; of two concurrent restores, one determines the text",
  async (t, kind) => {
    const { here, content, write, versions, lines, restore } = await written(await world(t, kind))
    await write("member", "one")
    await write("member", "two", 11)
    await write("member", "three", 11)
    await restore(1)
    const count = (await versions()).length
    assert.deepEqual(await restore(1), { hasChanged: false })
    assert.equal((await versions()).length, count)

    here.clock.advance(minuteMs)
    await Promise.all([restore(1, "member"), restore(2, "admin")])
    assert.ok(["one", "one two"].includes((await lines(null)).join(" ")), (await lines(null)).join(" "))
    await content.close()
  },
)

onBothDatabases(
  "a version older than shared editing can be opened and restored, including its title",
  async (t, kind) => {
    const here = await world(t, kind)
    const id = await putDoc(here, { title: "New", content: [paragraph("new")] })
    const old = {
      doc_id: id,
      workspace_id: here.workspaceId,
      version: 1,
      title: "Old",
      emoji: "🚀",
      body: JSON.stringify({ type: "doc", content: [paragraph("old")] }),
    }
    const saved = { saved_by: idOf(here, "admin"), saved_at: 5 }
    await here.app.database.transaction(async (db) => {
      await db
        .insertInto("doc_versions")
        .values({ ...old, ...saved })
        .execute()
      await db.updateTable("docs").set({ version: 2 }).where("id", "=", id).execute()
    })
    const { versions, lines, restore } = readerOf(here, id)
    const [item] = await versions()
    assert.deepEqual([item?.savedAt, item && valuesOf(item.people, "accountId")], [5, [idOf(here, "admin")]])
    assert.deepEqual(await lines(1), ["old"])

    assert.deepEqual(await restore(1), { hasChanged: true })
    const doc = await here.act("viewer", getDoc, { id })
    assert.deepEqual([doc.title, doc.emoji, linesOf(doc.body)], ["Old", "🚀", ["old"]])
    assert.deepEqual(await lines(2), ["new"])
  },
)

onSqlite("viewers cannot restore, strangers get 404, and trashed docs are refused", async (t, kind) => {
  const { here, content, write, restore, id } = await written(await world(t, kind))
  await write("member", "one")
  await write("member", "two", 11)
  await assert.rejects(here.act("viewer", restoreDocVersion, { id, version: 1 }), { code: "workspace_forbidden" })
  for (const [action, input] of [
    [restoreDocVersion, { id, version: 1 }],
    [getDocVersion, { id, version: 1 }],
    [listDocVersions, { id }],
  ] as const) {
    await assert.rejects(here.act("stranger", action as typeof restoreDocVersion, input), { code: "not_found" })
  }
  await assert.rejects(restore(99), { code: "not_found" })
  await here.act("member", trashDoc, { id })
  await assert.rejects(restore(1), { code: "not_found" })
  const typist = new Typist(content, await signIn(here, "member"))
  assert.deepEqual(await typist.write("late"), ["refused"])
  await content.close()
})

onBothDatabases("the last 200 versions of a doc are kept, with their writers", async (t, kind) => {
  const here = await world(t, kind)
  const id = await putDoc(here, { content: [paragraph("text")] })
  const account = idOf(here, "member")
  const own = { doc_id: id, workspace_id: here.workspaceId }
  const old = { ...own, title: "A doc", emoji: null, body: "{}", saved_by: account, saved_at: 1 }
  await here.app.database.transaction(async (db) => {
    for (let version = 1; version <= 250; version += 1) {
      await db
        .insertInto("doc_versions")
        .values({ ...old, version })
        .execute()
      await db
        .insertInto("doc_writers")
        .values({ ...own, version, account_id: account, first_at: 1, last_at: 1 })
        .execute()
    }
    await db.updateTable("docs").set({ version: 251 }).where("id", "=", id).execute()
  })
  const { content, write, versions } = await written(here, id)
  await write("member", "the 252nd", 60)

  const expected = Array.from({ length: storedVersions }, (_, n) => 251 - n)
  assert.deepEqual(valuesOf(await versions(), "version"), expected)
  const writers = await here.cx.db.selectFrom("doc_writers").select("version").orderBy("version", "desc").execute()
  assert.deepEqual(valuesOf(writers, "version"), [252, ...expected])
  await here.act("member", renameDoc, { id, title: "Renamed", emoji: null })
  assert.equal((await versions()).length, storedVersions, "a new name makes no version")
  await content.close()
})

onBothDatabases("a version too large for the doc is not restored, and no row changes", async (t, kind) => {
  const { here, id, content, write, versions, restore } = await written(await world(t, kind))
  await write("member", "one")
  await write("admin", "two", 20)
  const [one] = await versions()
  // One long name instead of text, whose characters would be compared one by one.
  const name = { type: "mention", attrs: { label: "x".repeat(8_000_000) } }
  const huge = JSON.stringify({ type: "doc", content: [{ type: "paragraph", content: [name] }] })
  await here.app.database.transaction((db) =>
    db.updateTable("doc_versions").set({ body: huge, title: "Huge" }).where("doc_id", "=", id).execute(),
  )
  const doc = () => here.cx.db.selectFrom("docs").selectAll().where("id", "=", id).executeTakeFirstOrThrow()
  const before = await doc()

  await assert.rejects(restore(one?.version ?? -1), { code: "conflict", hint: /new doc/ })
  assert.deepEqual(await doc(), before)
  assert.deepEqual(await content.readNew(), [])
  assert.deepEqual((await versions()).length, 1)
  await write("member", "three")
})
