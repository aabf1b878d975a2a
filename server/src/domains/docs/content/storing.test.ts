import assert from "node:assert/strict"
import { test } from "node:test"
import * as Y from "yjs"
import { minuteMs } from "#kernel/time/units.ts"
import { valuesOf } from "#test/support/basics/values-of.ts"
import { onBothDatabases } from "#test/support/databases/test-databases.ts"
import { makeDoc, signIn, Typist } from "#test/support/docs/writers.ts"
import { listeningLog, type World, world } from "#test/support/worlds/world.ts"
import { compactContents, getDoc, loadConversions, openContent, settleContents } from "../index.ts"

const { toJson } = await loadConversions()
const textOf = (doc: Y.Doc) => JSON.stringify(toJson(doc))
const rowsOf = ({ cx }: World) => cx.db.selectFrom("doc_updates").selectAll().orderBy("seq").execute()

onBothDatabases("a refused update fails no other update, and numbers have no gaps", async (t, kind) => {
  const here = await world(t, kind)
  const id = await makeDoc(here)
  const content = await openContent(here.app, id)
  const writers = await Promise.all(
    (["member", "viewer", "admin", "stranger", "owner"] as const).map((who) => signIn(here, who)),
  )
  const typists = writers.map((writer) => new Typist(content, writer))

  const answers = await Promise.all(typists.map((typist, n) => typist.write(`line ${n}`)))
  assert.deepEqual(answers.flat(), ["stored", "refused", "stored", "refused", "stored"])
  assert.deepEqual(valuesOf(await rowsOf(here), "seq"), [1, 2, 3])
  const again = textOf((await openContent(here.app, id)).doc)
  assert.deepEqual(
    [..."01234"].filter((n) => again.includes(`line ${n}`)),
    ["0", "2", "4"],
  )
})

onBothDatabases("an update is not stored when its connection ended before it had its turn", async (t, kind) => {
  const here = await world(t, kind)
  const id = await makeDoc(here)
  const connection = { isOpen: true }
  const writer = { ...(await signIn(here, "member")), hasEnded: () => !connection.isOpen }
  const ada = new Typist(await openContent(here.app, id), writer)
  assert.deepEqual(await ada.write("in time"), ["stored"])

  const late = ada.write("too late")
  connection.isOpen = false
  assert.deepEqual(await late, ["refused"])
  connection.isOpen = true
  assert.equal(await ada.bringBack(), "stored")
  assert.match(textOf((await openContent(here.app, id)).doc), /in time.*too late/)
})

test("an update whose storing failed does not count as known, and a retry stores it", async (t) => {
  const here = await world(t)
  const id = await makeDoc(here)
  let isAway = false
  const { database } = here.app
  const transaction: typeof database.transaction = (work) =>
    isAway ? Promise.reject(new Error("the disk is full")) : database.transaction(work)
  const content = await openContent({ ...here.app, database: { ...database, transaction } }, id)
  const ada = new Typist(content, await signIn(here, "member"))
  await ada.write("before")

  isAway = true
  ada.type("kept")
  const [update = new Uint8Array()] = ada.unsent
  const failed = [ada.send(), ada.bringBack()]
  for (const each of failed) await assert.rejects(each, /the disk is full/)
  isAway = false
  assert.equal(await ada.bringBack(), "stored")
  assert.equal(await ada.bringBack(), "known")
  assert.ok(update.byteLength > 0)
  assert.match(textOf((await openContent(here.app, id)).doc), /before.*kept/)
})

onBothDatabases("an update that cannot be applied is set aside, and the doc opens without it", async (t, kind) => {
  const here = await world(t, kind)
  const id = await makeDoc(here)
  const content = await openContent(here.app, id)
  const ada = new Typist(content, await signIn(here, "member"))
  for (const text of ["one", "two", "three"]) await ada.write(text)
  const broken = { bytes: Buffer.from("broken") }
  await here.app.database.transaction((db) => db.updateTable("doc_updates").set(broken).where("seq", "=", 3).execute())

  const again = await openContent(here.app, id)
  assert.match(textOf(again.doc), /one.*two/)
  assert.deepEqual(
    (await rowsOf(here)).map(({ broken_at }) => broken_at !== null),
    [false, false, true],
  )
  assert.deepEqual(await new Typist(again, await signIn(here, "admin")).write("four"), ["stored"])
  await again.close()
  assert.deepEqual(valuesOf(await rowsOf(here), "seq"), [3], "it stays, for the operator to look at")
  assert.match(textOf((await openContent(here.app, id)).doc), /one.*two.*four/)
})

onBothDatabases("two processes that compact at once while a third writes lose no update", async (t, kind) => {
  const here = await world(t, kind)
  const id = await makeDoc(here)
  const [one, other, third] = await Promise.all([1, 2, 3].map(() => openContent(here.app, id)))
  if (!one || !other || !third) throw new Error("not opened")
  const ada = new Typist(third, await signIn(here, "member"))
  for (let round = 0; round < 8; round += 1) {
    await Promise.all([one.close(), other.close(), ada.write(`line ${round};`), ada.write(`and ${round};`)])
  }
  const text = textOf((await openContent(here.app, id)).doc)
  for (let round = 0; round < 8; round += 1) {
    for (const line of [`line ${round};`, `and ${round};`]) assert.equal(text.split(line).length, 2, line)
  }
  const fresh = new Y.Doc()
  Y.applyUpdate(fresh, Y.encodeStateAsUpdate(one.doc))
  for (const update of await one.readNew()) Y.applyUpdate(fresh, update)
  assert.equal(textOf(fresh), text, "a process that missed the rows reads the state that they became")
})

onBothDatabases("the sweepers settle and compact the updates of a killed process", async (t, kind) => {
  const here = await world(t, kind)
  const id = await makeDoc(here)
  const content = await openContent(here.app, id)
  here.clock.advance(minuteMs)
  const writtenAt = here.clock.now()
  const admin = await signIn(here, "admin")
  await new Typist(content, admin).write("left behind")
  here.clock.advance(minuteMs)

  await settleContents(here.cx)
  const doc = await here.act("viewer", getDoc, { id })
  assert.match(JSON.stringify(doc.body), /left behind/)
  assert.deepEqual([doc.savedBy, doc.updatedAt], [admin.accountId, writtenAt])
  const changes = await here.cx.db.selectFrom("changes").select(["kind", "ref"]).execute()
  assert.deepEqual(changes.at(-1), { kind: "docs", ref: id })

  await compactContents(here.cx)
  assert.equal((await rowsOf(here)).length, 1, "it was written in a moment ago")
  here.clock.advance(10 * minuteMs)
  await compactContents(here.cx)
  assert.deepEqual(await rowsOf(here), [])
  assert.match(textOf((await openContent(here.app, id)).doc), /left behind/)
  assert.equal((await here.act("viewer", getDoc, { id })).updatedAt, writtenAt)
})

test("the pauses after failed sweeps of a doc double, and a sweep succeeds once the doc can be read", async (t) => {
  const { log, lines } = listeningLog()
  const here = await world(t, "sqlite", { log })
  const id = await makeDoc(here)
  const ada = await signIn(here, "member")
  await new Typist(await openContent(here.app, id), ada).write("left behind")
  here.clock.advance(11 * minuteMs)
  await compactContents(here.cx)
  await new Typist(await openContent(here.app, id), ada).write("and more")
  const states = here.cx.db.selectFrom("doc_states").select("bytes")
  const { bytes } = await states.where("doc_id", "=", id).executeTakeFirstOrThrow()
  const putBytes = (bytes: Uint8Array) =>
    here.app.database.transaction((db) => db.updateTable("doc_states").set({ bytes }).execute())

  await putBytes(Uint8Array.of(1, 2, 3))
  for (let minutes = 0; minutes < 180; minutes += 1) {
    await settleContents(here.cx)
    here.clock.advance(minuteMs)
  }
  const pauses = lines.filter(({ docId }) => docId === id).map(({ pauseMs }) => Number(pauseMs) / minuteMs)
  assert.deepEqual(pauses, [1, 2, 4, 8, 16, 32, 60, 60])

  await putBytes(bytes)
  here.clock.advance(60 * minuteMs)
  await settleContents(here.cx)
  assert.match(JSON.stringify((await here.act("viewer", getDoc, { id })).body), /and more/)
})
