import assert from "node:assert/strict"
import { sql } from "kysely"
import { sweepTables } from "#engines/jobs/retention.ts"
import { dayMs } from "#kernel/time/units.ts"
import { valuesOf } from "#test/support/basics/values-of.ts"
import { type DatabaseKind, onBothDatabases } from "#test/support/databases/test-databases.ts"
import { signIn, Typist } from "#test/support/docs/writers.ts"
import { bodyOf, makeDoc, pagesOf, titlesOf, writeText } from "#test/support/workspace/search.ts"
import { world } from "#test/support/worlds/world.ts"
import { openContent, settleContents, trashDoc } from "../index.ts"
import { indexDoc } from "./index.ts"

onBothDatabases("a deleted doc leaves no words in the index", async (t, kind) => {
  const here = await world(t, kind)
  const id = await makeDoc(here, "Gone", "launch")
  await makeDoc(here, "Kept", "launch")
  await here.act("member", trashDoc, { id })
  here.clock.advance(30 * dayMs)
  await sweepTables(here.cx, "docs")
  const { read } = here.app.database
  assert.equal((await read.selectFrom("doc_words").selectAll().execute()).length, 1)
  if (kind === "postgres") return
  const kept = await sql`select rowid from doc_words_fts`.execute(read as never)
  assert.equal(kept.rows.length, 1)
})

onBothDatabases("words of a rolled-back transaction are not found, and the index stays consistent", async (t, kind) => {
  const here = await world(t, kind)
  const id = await makeDoc(here, "A doc", "before")
  const undone = here.cx.atomically(async (cx) => {
    const { workspaceId } = here
    await indexDoc(cx, { docId: id, workspaceId, title: "A doc", text: "after" })
    throw new Error("undone")
  })
  await assert.rejects(undone, /undone/)
  assert.deepEqual(await titlesOf(here, "after"), [])
  assert.deepEqual(await titlesOf(here, "before"), ["A doc"])
  await writeText(here, id, "later")
  assert.deepEqual(await titlesOf(here, "before"), [])
  assert.deepEqual(await titlesOf(here, "later"), ["A doc"])
  if (kind === "sqlite") {
    await here.app.database.transaction((db) =>
      sql`insert into doc_words_fts (doc_words_fts) values ('integrity-check')`.execute(db),
    )
  }
})

onBothDatabases("the sweeper indexes older docs, even with broken JSON", async (t, kind) => {
  const here = await world(t, kind)
  const old = await makeDoc(here, "Old one")
  here.clock.advance(1)
  const broken = await makeDoc(here, "Broken one")
  await makeDoc(here, "New one")
  await here.app.database.transaction(async (db) => {
    const docs = db.updateTable("docs").set({ indexed_seq: -1 })
    await db.deleteFrom("doc_words").where("doc_id", "in", [old, broken]).execute()
    await docs
      .set({ body: bodyOf("words of before") })
      .where("id", "=", old)
      .execute()
    await docs.set({ body: "{" }).where("id", "=", broken).execute()
  })
  assert.deepEqual(await titlesOf(here, "one"), ["New one"])

  await settleContents(here.cx)
  assert.deepEqual(await titlesOf(here, "before"), ["Old one"])
  assert.deepEqual(await titlesOf(here, "one"), ["Broken one", "Old one", "New one"])
  const numbers = here.app.database.read.selectFrom("doc_words").select("number").orderBy("number")
  const before = await numbers.execute()
  await settleContents(here.cx)
  assert.deepEqual(await numbers.execute(), before, "they are read once")
})

onBothDatabases("a doc that cannot be indexed does not stop others, is logged, and is tried once", async (t, kind) => {
  const here = await world(t, kind)
  const said: unknown[] = []
  const cx = { ...here.cx, log: { ...here.cx.log, error: (fields: object) => void said.push(fields) } }
  const ids: string[] = []
  for (let n = 0; n < 23; n++) {
    ids.push(await makeDoc(here, `Old ${n}`))
    here.clock.advance(1)
  }
  await here.app.database.transaction(async (db) => {
    await db.deleteFrom("doc_words").execute()
    await db
      .updateTable("docs")
      .set({ indexed_seq: -1, body: bodyOf("words of before") })
      .execute()
    await refusalOf(kind, ids[1] ?? "").execute(db)
  })

  await settleContents(cx)
  assert.equal((await pagesOf(here, { query: "before", limit: 100 })).flat().length, 22)
  assert.equal((await pagesOf(here, { query: "old", limit: 100 })).flat().length, 22)
  assert.deepEqual(valuesOf(said as { docId: string }[], "docId"), [ids[1]])
  await settleContents(cx)
  assert.equal(said.length, 1)
})

/** SQL that makes the database refuse the words of a doc. */
function refusalOf(kind: DatabaseKind, id: string) {
  const check = `alter table doc_words add constraint refused check (doc_id <> '${id}') not valid`
  const raise = `begin select raise(abort, 'no'); end`
  const trigger = `create trigger refused before insert on doc_words when new.doc_id = '${id}' ${raise}`
  return sql.raw(kind === "postgres" ? check : trigger)
}

onBothDatabases("text from shared editing is found once it is settled", async (t, kind) => {
  const here = await world(t, kind)
  const id = await makeDoc(here, "Together")
  const content = await openContent(here.app, id)
  const typist = new Typist(content, await signIn(here, "member"))
  await typist.write("the palette is ready")
  assert.deepEqual(await titlesOf(here, "palette"), [])
  await settleContents(here.cx)
  assert.deepEqual(await titlesOf(here, "palette"), ["Together"], "a sweeper does what a kill left undone")
  await typist.write("and the brushes too")
  await content.settle()
  assert.deepEqual(await titlesOf(here, '"the brushes" palette'), ["Together"])
  await content.close()
})

onBothDatabases("one sweep indexes more docs than a batch", async (t, kind) => {
  const here = await world(t, kind)
  const id = await makeDoc(here, "Old", "")
  await here.app.database.transaction(async (db) => {
    const row = await db.selectFrom("docs").selectAll().where("id", "=", id).executeTakeFirstOrThrow()
    const rows = Array.from({ length: 250 }, (_, n) => ({ ...row, id: `doc_${n}`, indexed_seq: -1 }))
    for (let at = 0; at < rows.length; at += 50)
      await db
        .insertInto("docs")
        .values(rows.slice(at, at + 50))
        .execute()
  })
  await settleContents(here.cx)
  assert.equal((await pagesOf(here, { query: "old", limit: 100 })).flat().length, 251)
})

onBothDatabases("a long doc is found by its last words, and words above the limit are cut", async (t, kind) => {
  const here = await world(t, kind)
  const words = Array.from({ length: 40_000 }, (_, n) => `w${n.toString(36)}`)
  await makeDoc(here, "Long", `${words.join(" ")} ${"often ".repeat(1_000)} theend`)
  assert.deepEqual(await titlesOf(here, "theend"), ["Long"])
  assert.deepEqual(await titlesOf(here, '"w1 w2"'), ["Long"])
  const endless = Array.from({ length: 300_000 }, (_, n) => String.fromCodePoint(0x4e00 + (n % 20_000))).join("")
  await makeDoc(here, "Endless", `first ${endless} theend`)
  assert.deepEqual(await titlesOf(here, "first"), ["Endless"])
  assert.deepEqual(await titlesOf(here, "theend"), ["Long"])
})
