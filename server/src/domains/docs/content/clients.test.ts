import assert from "node:assert/strict"
import { test } from "node:test"
import * as Y from "yjs"
import { onBothDatabases } from "#test/support/databases/test-databases.ts"
import { addLine, linesIn } from "#test/support/docs/shared-lines.ts"
import { makeDoc, signIn, Typist } from "#test/support/docs/writers.ts"
import { world } from "#test/support/worlds/world.ts"
import { HostileUpdate, openContent, restoreDocVersion } from "../index.ts"

const docWith = (clientID: number) => Object.assign(new Y.Doc(), { clientID })

onBothDatabases("a client id belongs to the account that first wrote with it, in every process", async (t, kind) => {
  const here = await world(t, kind)
  const id = await makeDoc(here)
  const [one, other] = [await openContent(here.app, id), await openContent(here.app, id)]
  const [ada, ben] = [await signIn(here, "member"), await signIn(here, "admin")]
  assert.deepEqual(await new Typist(one, ada, docWith(77)).write("Ada's"), ["stored"])

  for (const content of [one, other]) {
    await assert.rejects(new Typist(content, ben, docWith(77)).write("as Ada"), HostileUpdate)
    await assert.rejects(new Typist(content, ben, docWith(77)).write("as Ada again"), HostileUpdate)
  }
  assert.deepEqual(await new Typist(other, ben, docWith(78)).write("Ben's"), ["stored"])
  assert.deepEqual(await new Typist(one, await signIn(here, "member"), docWith(79)).write("Ada's, elsewhere"), [
    "stored",
  ])
  assert.equal((await here.cx.db.selectFrom("doc_updates").selectAll().execute()).length, 3)
})

onBothDatabases("a browser may bring back updates that another process stored", async (t, kind) => {
  const here = await world(t, kind)
  const id = await makeDoc(here)
  const [one, other] = [await openContent(here.app, id), await openContent(here.app, id)]
  const ada = new Typist(one, await signIn(here, "member"))
  const ben = new Typist(one, await signIn(here, "admin"))
  await ada.write("Ada's")
  ben.receive(Y.encodeStateAsUpdate(ada.doc))
  ben.type("Ben's, written while the process died")

  const later = new Typist(other, await signIn(here, "admin"), ben.doc)
  assert.equal(await later.bringBack(), "stored")
  assert.equal(await later.bringBack(), "known")
})

onBothDatabases(
  "a restored version removes no update from the log, so returning browsers are not refused",
  async (t, kind) => {
    const here = await world(t, kind)
    const id = await makeDoc(here)
    const [one, other] = [await openContent(here.app, id), await openContent(here.app, id)]
    const [ada, ben] = [new Typist(one, await signIn(here, "member")), new Typist(one, await signIn(here, "admin"))]
    await ada.write("Ada's first")
    await one.settle()
    here.clock.advance(20 * 60_000)
    await ada.write("Ada's second")
    await one.settle()
    // Ben's browser has the second update without the first, so the second is pending; he typed since.
    const [, second] = await here.cx.db.selectFrom("doc_updates").select("bytes").orderBy("seq").execute()
    ben.receive(second?.bytes ?? new Uint8Array())
    assert.ok(ben.doc.store.pendingStructs)
    ben.type("Ben's, while he was away")
    ada.type("Ada's, while she was away")

    assert.deepEqual(await here.act("owner", restoreDocVersion, { id, version: 1 }), { hasChanged: true })
    await one.close()
    const nothing = new Y.Doc()
    assert.equal(await new Typist(other, await signIn(here, "admin"), ben.doc).bringBack(nothing), "stored")
    assert.equal(await new Typist(other, await signIn(here, "member"), ada.doc).bringBack(nothing), "stored")
    const again = await openContent(here.app, id)
    assert.equal(await new Typist(again, await signIn(here, "admin"), ben.doc).bringBack(nothing), "known")
    const text = linesIn(again.doc).join()
    for (const words of ["Ada's first", "Ben's, while he", "Ada's, while she"])
      assert.equal(text.split(words).length, 2)
  },
)

onBothDatabases("any browser that still has an update that was set aside may bring it back", async (t, kind) => {
  const here = await world(t, kind)
  const id = await makeDoc(here)
  const before = await openContent(here.app, id)
  const [member, admin] = [await signIn(here, "member"), await signIn(here, "admin")]
  const [ada, ben] = [new Typist(before, member), new Typist(before, admin)]
  const cem = new Typist(before, await signIn(here, "owner"))
  for (const text of ["one", "two", "three"]) await ada.write(text)
  ben.receive(Y.encodeStateAsUpdate(ada.doc))
  const damaged = { bytes: Buffer.from("damaged") }
  await here.app.database.transaction((db) => db.updateTable("doc_updates").set(damaged).where("seq", "=", 2).execute())

  const after = await openContent(here.app, id)
  cem.type("Cem's")
  ben.receive(Y.encodeStateAsUpdate(cem.doc))
  assert.deepEqual(await cem.send(), ["stored"])
  cem.type("Cem's, and not sent")
  const both = new Y.Doc()
  for (const { doc } of [ben, cem]) Y.applyUpdate(both, Y.encodeStateAsUpdate(doc))
  await assert.rejects(new Typist(after, admin, both).bringBack(), HostileUpdate, "nothing of Cem's is lost")

  const typed = Y.encodeStateAsUpdate(ben.doc, Y.encodeStateVector(after.doc))
  await assert.rejects(after.write(typed, admin, false), HostileUpdate, "it is not typed just now")
  assert.equal(await new Typist(after, admin, ben.doc).bringBack(new Y.Doc()), "stored")
  const { doc } = await openContent(here.app, id)
  const lines = linesIn(doc)
  for (const word of ["one", "two", "three", "Cem's"])
    assert.equal(lines.filter((line) => line === word).length, 1, word)
  const asAda = new Typist(after, admin)
  asAda.receive(Y.encodeStateAsUpdate(doc))
  asAda.doc.clientID = ada.doc.clientID
  await assert.rejects(asAda.write("as Ada"), HostileUpdate)
})

test("only after a backup was restored may a browser bring back other accounts' updates", async (t) => {
  const here = await world(t)
  const id = await makeDoc(here)
  const checking = await openContent(here.app, id)
  const [ada, ben] = [await signIn(here, "member"), await signIn(here, "admin")]
  const browser = new Typist(checking, ada, docWith(77))
  await browser.write("Ada's, and in the backup")
  browser.type("Ada's, and lost")
  const lost = Y.mergeUpdates([Y.encodeStateAsUpdate(browser.doc), withClient(78)])
  await assert.rejects(checking.write(lost, ben, true), HostileUpdate)

  const trusting = await openContent({ ...here.app, areDocAuthorsChecked: false }, id)
  assert.equal(await trusting.write(lost, ben, true), "stored")
  await assert.rejects(new Typist(trusting, ben, cameBack(lost, 77)).write("typed just now"), HostileUpdate)
  assert.deepEqual(await new Typist(trusting, ada, cameBack(lost, 78)).write("by whose they are"), ["stored"])
})

/** A browser that has `update` and reuses its former client id. */
function cameBack(update: Uint8Array, clientID: number): Y.Doc {
  const doc = new Y.Doc()
  Y.applyUpdate(doc, update)
  return Object.assign(doc, { clientID })
}

/** An update of another browser. */
function withClient(clientID: number, length = 100): Uint8Array {
  const doc = docWith(clientID)
  doc.transact(() => Array.from({ length }, () => addLine(doc)))
  return Y.encodeStateAsUpdate(doc)
}

test("an update with the server's client id, or with a thousand client ids, is refused", async (t) => {
  const here = await world(t)
  const content = await openContent(here.app, await makeDoc(here))
  const ada = await signIn(here, "member")
  await assert.rejects(content.write(withClient(1), ada, true), HostileUpdate)

  const crowd = new Y.Doc()
  for (let n = 0; n < 1_001; n += 1) Y.applyUpdate(crowd, withClient(10_000 + n, 1))
  await assert.rejects(content.write(Y.encodeStateAsUpdate(crowd), ada, true), HostileUpdate)
})
