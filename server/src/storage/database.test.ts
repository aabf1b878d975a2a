import assert from "node:assert/strict"
import type { TestContext } from "node:test"
import { sql } from "kysely"
import { type DatabaseKind, migratedDatabaseUrl, onBothDatabases, openDatabase } from "#test/support/databases.ts"
import type { Database, WriteDb } from "./database.ts"
import { prepared } from "./prepared.ts"

const count = prepared<{ slug: string }, { id: string }>((db, arg) =>
  db.selectFrom("workspaces").select("id").where("slug", "=", arg("slug")),
)

async function opened(t: TestContext, kind: DatabaseKind): Promise<Database> {
  return openDatabase(t, await migratedDatabaseUrl(t, kind))
}

function insertWorkspace(db: WriteDb, slug: string) {
  const row = { id: `workspace_${slug}`, slug, name: slug, created_at: 1, suspended_at: null, deleted_at: null }
  return db.insertInto("workspaces").values(row).execute()
}

onBothDatabases("a reader sees committed rows and does not wait for an open transaction", async (t, kind) => {
  const { read, transaction } = await opened(t, kind)

  await transaction(async (db) => {
    await insertWorkspace(db, "one")
    assert.equal((await count(db, { slug: "one" })).length, 1, "the transaction sees its own row")
    assert.equal((await count(read, { slug: "one" })).length, 0, "nobody else does, and nobody waits")
  })

  assert.equal((await count(read, { slug: "one" })).length, 1)
})

onBothDatabases("what a transaction throws undoes it", async (t, kind) => {
  const { read, transaction } = await opened(t, kind)
  const fails = transaction(async (db) => {
    await insertWorkspace(db, "gone")
    throw new Error("no")
  })

  await assert.rejects(fails, /no/)
  assert.equal((await count(read, { slug: "gone" })).length, 0)
})

onBothDatabases("reading and then writing succeeds in a hundred transactions at once", async (t, kind) => {
  const { read, transaction } = await opened(t, kind)
  await transaction((db) => insertWorkspace(db, "counter"))

  await Promise.all(
    Array.from({ length: 100 }, () =>
      transaction(async (db) => {
        const found = await db
          .selectFrom("workspaces")
          .select("created_at")
          .where("slug", "=", "counter")
          .$if(kind === "postgres", (query) => query.forUpdate())
          .executeTakeFirstOrThrow()
        await db
          .updateTable("workspaces")
          .set({ created_at: found.created_at + 1 })
          .where("slug", "=", "counter")
          .execute()
      }),
    ),
  )

  const { created_at } = await read.selectFrom("workspaces").select("created_at").executeTakeFirstOrThrow()
  assert.equal(created_at, 101)
})

onBothDatabases("of transactions that arrive together, each answers once others can read it", async (t, kind) => {
  const { read, transaction } = await opened(t, kind)
  const slugs = Array.from({ length: 250 }, (_, n) => `slug-${n}`)
  await Promise.all(
    slugs.map(async (slug) => {
      await transaction((db) => insertWorkspace(db, slug))
      assert.equal((await count(read, { slug })).length, 1)
    }),
  )
})

onBothDatabases("of transactions that arrive together, one that fails undoes only itself", async (t, kind) => {
  const { read, transaction } = await opened(t, kind)
  const slugs = Array.from({ length: 50 }, (_, n) => `slug-${n}`)
  const ends = await Promise.allSettled(
    slugs.map((slug, n) =>
      transaction(async (db) => {
        await insertWorkspace(db, slug)
        if (n % 3 === 0) throw new Error("changed its mind")
        if (n % 3 === 1) await insertWorkspace(db, slug) // refused by the database
      }),
    ),
  )
  assert.deepEqual(
    ends.map(({ status }) => status),
    slugs.map((_, n) => (n % 3 === 2 ? "fulfilled" : "rejected")),
  )
  const rows = await read.selectFrom("workspaces").select("slug").execute()
  const kept = slugs.filter((_, n) => n % 3 === 2)
  assert.deepEqual(rows.map(({ slug }) => slug).sort(), kept.sort())
})

onBothDatabases("a write outside a transaction does not compile", async (t, kind) => {
  const { read } = await opened(t, kind)
  // @ts-expect-error: the reading handle has no insertInto
  assert.equal(typeof read.insertInto, "function")
  if (kind === "sqlite") {
    await assert.rejects(sql`delete from workspaces`.execute(read), /readonly/)
  }
})
