import assert from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { statSync } from "node:fs"
import { type TestContext, test } from "node:test"
import { sql } from "kysely"
import { DatabaseOutage } from "#kernel/database-outage.ts"
import { newOrderedId } from "#kernel/ids.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { valuesOf } from "#test/support/basics/values-of.ts"
import {
  type DatabaseKind,
  migratedDatabaseUrl,
  onBothDatabases,
  onPostgres,
  openDatabase,
} from "#test/support/databases/test-databases.ts"
import { workspaceIdOf } from "#test/support/workspace/workspace-id.ts"
import { afterCommit } from "./after-commit.ts"
import { sweepCommitMarks } from "./commit-store.ts"
import type { Database, WriteDb } from "./database.ts"
import { prepared, preparedWrite } from "./prepared.ts"

const count = prepared<{ slug: string }, { id: string }>((db, arg) =>
  db.selectFrom("workspaces").select("id").where("slug", "=", arg("slug")),
)

const addWorkspace = preparedWrite<{ id: WorkspaceId; slug: string }, unknown>((db, arg) =>
  db.insertInto("workspaces").values({ id: arg("id"), slug: arg("slug"), name: arg("slug"), created_at: 1 }),
)

async function opened(t: TestContext, kind: DatabaseKind): Promise<Database> {
  return openDatabase(t, await migratedDatabaseUrl(t, kind))
}

function insertWorkspace(db: WriteDb, slug: string) {
  const row = {
    id: workspaceIdOf(`workspace_${slug}`),
    slug,
    name: slug,
    created_at: 1,
    suspended_at: null,
    deleted_at: null,
  }
  return db.insertInto("workspaces").values(row).execute()
}

onBothDatabases("a reader sees committed rows and does not wait for an open transaction", async (t, kind) => {
  const { read, transaction } = await opened(t, kind)

  await transaction(async (db) => {
    await insertWorkspace(db, "one")
    assert.equal((await count(db, { slug: "one" })).length, 1, "the transaction sees its own row")
    assert.equal((await count(read, { slug: "one" })).length, 0, "no other reader does, and none waits")
  })

  assert.equal((await count(read, { slug: "one" })).length, 1)
})

onBothDatabases(
  "equal reads in one turn of the event loop agree, cannot change each other's rows, and see each commit",
  async (t, kind) => {
    const { read, transaction } = await opened(t, kind)
    const find = (slug: string) => count(read, { slug })
    assert.deepEqual(await Promise.all([find("one"), find("two"), find("one")]), [[], [], []])
    await transaction((db) => insertWorkspace(db, "one"))
    const [first, other, second] = await Promise.all([find("one"), find("two"), find("one")])
    assert.deepEqual([first, other, second], [[{ id: "workspace_one" }], [], [{ id: "workspace_one" }]])
    try {
      Object.assign(first?.[0] ?? {}, { id: "changed" })
    } catch {} // rows that are shared are frozen
    assert.deepEqual(second, [{ id: "workspace_one" }])
    assert.deepEqual(await find("one"), [{ id: "workspace_one" }])
  },
)

test("a write through an ended transaction does not get into the next one", async (t) => {
  const { read, transaction } = await opened(t, "sqlite")
  let ended: WriteDb | undefined
  await transaction(async (db) => {
    ended = db
  })
  await transaction(async (db) => {
    await insertWorkspace(db, "one")
    await assert.rejects(
      async () => addWorkspace(ended as WriteDb, { id: workspaceIdOf("late"), slug: "late" }),
      /already committed/,
    )
  })
  assert.deepEqual(
    [await count(read, { slug: "one" }), await count(read, { slug: "late" })],
    [[{ id: "workspace_one" }], []],
  )
})

onBothDatabases("a transaction that throws is rolled back", async (t, kind) => {
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

onBothDatabases("transactions that arrive together each resolve once other readers see their rows", async (t, kind) => {
  const { read, transaction } = await opened(t, kind)
  const slugs = Array.from({ length: 250 }, (_, n) => `slug-${n}`)
  await Promise.all(
    slugs.map(async (slug) => {
      await transaction((db) => insertWorkspace(db, slug))
      assert.equal((await count(read, { slug })).length, 1)
    }),
  )
})

onBothDatabases("of transactions that arrive together, a failing one rolls back only itself", async (t, kind) => {
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
    valuesOf(ends, "status"),
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

onBothDatabases(
  "the check for writability writes, may run repeatedly, and shares no row with another process on PostgreSQL",
  async (t, kind) => {
    const url = await migratedDatabaseUrl(t, kind)
    const { checkWritable, read } = openDatabase(t, url)
    const marks = 4 // one of each commit
    const before = await read.selectFrom("commits").select("id").execute()
    await Promise.all([checkWritable(), checkWritable()])
    await checkWritable()
    await openDatabase(t, url).checkWritable()
    const rows = await read.selectFrom("commits").select("id").execute()
    assert.equal(rows.length, before.length + (kind === "postgres" ? 2 + marks : 1))
  },
)

/** Limits the size of files that this process may write, which behaves like a full disk. */
function limitFiles(bytes: number | "unlimited"): void {
  execFileSync("prlimit", ["--pid", String(process.pid), `--fsize=${bytes}:`])
}

const hasLimits = process.platform === "linux" || process.env.CI === "true"

test("a full disk is an outage, loses no stored row, and blocks no later transaction", {
  skip: !hasLimits && "prlimit is not there",
}, async (t) => {
  const database = await opened(t, "sqlite")
  await database.transaction((db) => insertWorkspace(db, "before"))
  t.after(() => limitFiles("unlimited"))
  limitFiles(4_096)
  let announced = 0
  const ends = await Promise.allSettled(
    Array.from({ length: 20 }, (_, n) =>
      database.transaction(async (db) => {
        afterCommit(db, () => {
          announced += 1
        })
        await insertWorkspace(db, `full-${n}`)
      }),
    ),
  )
  for (const end of ends) assert.ok(end.status === "rejected" && end.reason instanceof DatabaseOutage, String(end))
  await assert.rejects(database.checkWritable(), DatabaseOutage)
  assert.equal(announced, 0)
  assert.equal((await count(database.read, { slug: "before" })).length, 1, "it can still be read")

  limitFiles("unlimited")
  await database.checkWritable()
  await database.transaction((db) => insertWorkspace(db, "after"))
  const rows = await database.read.selectFrom("workspaces").select("slug").execute()
  assert.deepEqual(rows.map(({ slug }) => slug).sort(), ["after", "before"])
})

onBothDatabases("a sweep removes marks of commits that no process looks up any more", async (t, kind) => {
  const { read, transaction } = await opened(t, kind)
  await transaction((db) => insertWorkspace(db, "one"))
  const hourAgo = Date.now() - 3_600_000
  const old = Array.from({ length: 5 }, () => {
    return { id: newOrderedId("commit", hourAgo), made_at: hourAgo, abandoned_at: null }
  })
  await transaction((db) => db.insertInto("commits").values(old).execute())
  const sweep = () => transaction((db) => sweepCommitMarks({ db, now: Date.now }, 3))
  assert.deepEqual([await sweep(), await sweep()], kind === "postgres" ? [3, 2] : [0, 0], "in batches")
  const left = (await read.selectFrom("commits").select("id").execute()).map(({ id }) => id)
  // The marks of the four transactions stay. SQLite has no marks and deletes none.
  assert.equal(
    old.some(({ id }) => left.includes(id)),
    kind === "sqlite",
  )
  assert.equal(left.length, kind === "postgres" ? 4 : 5)
})

onPostgres("a sweep of marks reads the beginning of their index, and not the marks that stay", async (t) => {
  const { transaction } = await opened(t, "postgres")
  await transaction(async (db) => {
    const rows = Array.from({ length: 3_000 }, (_, n) => {
      const at = Date.now() - (n < 100 ? 3_600_000 : 0)
      return { id: newOrderedId("commit", at), made_at: at, abandoned_at: null }
    })
    for (let at = 0; at < rows.length; at += 1_000) {
      await db
        .insertInto("commits")
        .values(rows.slice(at, at + 1_000))
        .execute()
    }
  })
  await transaction((db) => sql`analyze commits`.execute(db))
  const [swept, scanned] = await transaction(async (db) => {
    const swept = await sweepCommitMarks({ db, now: Date.now }, 500)
    const { rows } = await sql<{ scanned: number }>`select seq_tup_read::int as scanned
      from pg_stat_xact_user_tables where relname = 'commits'`.execute(db)
    return [swept, rows[0]?.scanned]
  })
  assert.deepEqual({ swept, scanned }, { swept: 100, scanned: 0 })
})

test("SQLite's log is cut after a checkpoint, however large a transaction made it", async (t) => {
  const url = await migratedDatabaseUrl(t, "sqlite")
  const { transaction } = openDatabase(t, url)
  const megabytes = () => statSync(`${url.slice("sqlite:".length)}-wal`).size / 2 ** 20
  await transaction((db) => insertWorkspace(db, "small"))
  await transaction((db) => sql`update workspaces set name = zeroblob(70 * 1024 * 1024)`.execute(db))
  assert.ok(megabytes() > 70)
  await transaction((db) => insertWorkspace(db, "smaller"))
  assert.ok(megabytes() <= 64, `${megabytes()} MiB`)
})
