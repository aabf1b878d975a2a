import { setTimeout as sleep } from "node:timers/promises"
import { sql } from "kysely"
import { DatabaseOutage } from "#kernel/database-outage.ts"
import type { WriteDb } from "./database.ts"
import type { PostgresPool } from "./postgres-pool.ts"
import { locksRows } from "./prepared.ts"

/** How long to look for what became of a commit. Who asked for it waits as long. */
const searchMs = 5_000
/** Nobody asks for a mark that is older; counted by the server's clock, which all processes share. */
const keptMs = 600_000

const nowMs = "extract(epoch from clock_timestamp()) * 1000"

/**
 * The commit of a transaction that leaves a mark of itself: a row that is there if, and only if, it has committed. One
 * message, so it takes no longer than a commit alone.
 *
 * @param mark an id of ours, which needs no quoting.
 */
export function commitWith(mark: string): string {
  return `insert into commits (id, made_at) values ('${mark}', ${nowMs}); commit`
}

/**
 * What became of a commit whose answer was lost. Waits for one that is still at it; one that has not arrived at the
 * server never will: its mark is taken. (A transaction's number would not do: PostgreSQL gives those that were not on
 * disk when it crashed to other transactions.)
 *
 * @throws DatabaseOutage when the database cannot be asked within five seconds; then it is not known.
 */
export async function hasCommitted(aside: PostgresPool, mark: string): Promise<boolean> {
  const end = performance.now() + searchMs
  for (;;) {
    try {
      return await ask(aside, mark)
    } catch (fault) {
      if (performance.now() > end) throw new DatabaseOutage("It is not known whether the transaction committed", fault)
      await sleep(50)
    }
  }
}

/** Asking twice is harmless: who finds the row of an earlier question reads the same. */
async function ask(aside: PostgresPool, mark: string): Promise<boolean> {
  const line = await aside.acquire()
  try {
    const { rows } = await line.query(
      `insert into commits (id, made_at, abandoned_at) values ($1, ${nowMs}, ${nowMs})
        on conflict (id) do update set id = excluded.id returning abandoned_at`,
      [mark],
    )
    return rows[0].abandoned_at === null
  } finally {
    aside.release(line)
  }
}

/** Removes the marks that nobody will ask for any more. Only PostgreSQL has any. */
export async function sweepCommitMarks({ db }: { readonly db: WriteDb }): Promise<void> {
  if (!locksRows(db)) return
  await db
    .deleteFrom("commits")
    .where("made_at", "<", sql<number>`${sql.raw(nowMs)} - ${sql.lit(keptMs)}`)
    .execute()
}

/** Writes, so that it shows whether anything can be written. */
export async function leaveTrace(db: WriteDb): Promise<void> {
  const made_at = Date.now()
  await db
    .insertInto("commits")
    .values({ id: "readiness", made_at, abandoned_at: null })
    .onConflict((row) => row.column("id").doUpdateSet({ made_at }))
    .execute()
}
