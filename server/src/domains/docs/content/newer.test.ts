import assert from "node:assert/strict"
import { onBothDatabases } from "#test/support/databases/test-databases.ts"
import { makeDoc, signIn, Typist } from "#test/support/docs/writers.ts"
import { world } from "#test/support/worlds/world.ts"
import {
  compactContents,
  enterDoc,
  getDoc,
  getPublicDoc,
  listDocVersions,
  openContent,
  publishDoc,
  readDoc,
  schemaNumber,
  settleContents,
  writeDoc,
} from "../index.ts"

onBothDatabases(
  "a doc that a newer release wrote is refused by every action, and its rows do not change",
  async (t, kind) => {
    const here = await world(t, kind)
    const { act, app, cx, clock } = here
    const id = await makeDoc(here)
    const { url } = await act("member", publishDoc, { id })
    const key = url?.split("/").at(-1)
    const content = await openContent(app, id)
    const typist = new Typist(content, await signIn(here, "member"))
    assert.deepEqual(await typist.write("by this release"), ["stored"])
    const row = () => cx.db.selectFrom("docs").selectAll().where("id", "=", id).executeTakeFirstOrThrow()
    assert.equal((await row()).schema_number, schemaNumber)

    await app.database.transaction((db) =>
      db
        .updateTable("docs")
        .set({ schema_number: schemaNumber + 1 })
        .where("id", "=", id)
        .execute(),
    )
    const before = [await row(), await cx.db.selectFrom("doc_updates").selectAll().execute()]
    clock.advance(3_600_000)
    assert.deepEqual(await typist.write("into a doc that is open here"), ["refused"])
    await settleContents(cx)
    await compactContents(cx)
    await content.close()
    const newer = { code: "conflict", message: "This doc was saved by a newer version." }
    await assert.rejects(openContent(app, id), newer)
    await assert.rejects(act("member", enterDoc, { id }), newer)
    await assert.rejects(act("member", getDoc, { id }), newer)
    await assert.rejects(act("member", listDocVersions, { id }), newer)
    await assert.rejects(act("member", readDoc, { id }), newer)
    await assert.rejects(act("member", writeDoc, { id, how: "append", markdown: "more" }), newer)
    await assert.rejects(act("member", getPublicDoc, { key }), { code: "not_found" })
    assert.deepEqual([await row(), await cx.db.selectFrom("doc_updates").selectAll().execute()], before)
  },
)
