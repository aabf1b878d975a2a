import { sql } from "kysely"
import { startOfOrderedIds } from "#kernel/ids.ts"
import type { Database, WriteDb } from "./database.ts"
import { isPostgres } from "./prepared.ts"

/** How long marks are kept, by the database server's clock. No process looks up older ones. */
const keptMs = 600_000

export const markPrefix = "commit"

/** The database server's clock, as SQL: epoch milliseconds. */
export const nowMs = "extract(epoch from clock_timestamp()) * 1000"

/** Only PostgreSQL has marks. Old marks are a range at the beginning of the index, so marks that stay are not read. */
export async function sweepCommitMarks({ db, now }: { db: WriteDb; now: () => number }, limit: number) {
  if (!isPostgres(db)) return 0
  const end = startOfOrderedIds(markPrefix, now() - keptMs)
  const old = db.selectFrom("commits").select("id").where("id", "<", end).orderBy("id")
  const next = await old.offset(limit).limit(1).executeTakeFirst()
  const { numDeletedRows } = await db
    .deleteFrom("commits")
    .where("id", "<", next?.id ?? end)
    .where("made_at", "<", sql<number>`${sql.raw(nowMs)} - ${sql.lit(keptMs)}`) // the clock that all processes share
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** Writes a row, to test whether the database can be written to. Each process has its own, or they would take turns. */
export async function leaveTrace(db: WriteDb, id: string): Promise<void> {
  const made_at = Date.now()
  await db
    .insertInto("commits")
    .values({ id, made_at, abandoned_at: null })
    .onConflict((row) => row.column("id").doUpdateSet({ made_at }))
    .execute()
}

class Undone extends Error {}

/** Writes a row and rolls it back. @throws Error where the database cannot be written to. */
export async function tryWriting(database: Pick<Database, "transaction">): Promise<void> {
  const undone = new Undone()
  const tried = database.transaction(async (db) => {
    await leaveTrace(db, "doctor")
    throw undone
  })
  await tried.catch((error) => {
    if (error !== undone) throw error
  })
}

/** PostgreSQL's clock, in epoch milliseconds. For SQLite, the newest time in the file; undefined without one. */
export async function findClock({ dialect, read }: Pick<Database, "dialect" | "read">): Promise<number | undefined> {
  const { rows } = await (dialect === "postgres" ? askServer : askFile).execute(read)
  return rows[0]?.at === null || rows[0] === undefined ? undefined : Number(rows[0].at)
}

const askServer = sql<{ at: number | null }>`select ${sql.raw(nowMs)} as at`
const askFile = sql<{ at: number | null }>`select max(made_at) as at from commits`
