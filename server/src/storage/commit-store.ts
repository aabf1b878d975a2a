import { sql } from "kysely"
import type { WriteDb } from "./database.ts"
import { isPostgres } from "./prepared.ts"

/** How long marks are kept, by the server's clock, which all processes share. Nobody asks for older ones. */
const keptMs = 600_000

/** The server's clock, as SQL: epoch milliseconds. */
export const nowMs = "extract(epoch from clock_timestamp()) * 1000"

/** Deletes marks that nobody will ask for any more. Only PostgreSQL has marks. */
export async function sweepCommitMarks({ db }: { readonly db: WriteDb }): Promise<void> {
  if (!isPostgres(db)) return
  await db
    .deleteFrom("commits")
    .where("made_at", "<", sql<number>`${sql.raw(nowMs)} - ${sql.lit(keptMs)}`)
    .execute()
}

/** Writes, to test whether the database can be written to. */
export async function leaveTrace(db: WriteDb): Promise<void> {
  const made_at = Date.now()
  await db
    .insertInto("commits")
    .values({ id: "readiness", made_at, abandoned_at: null })
    .onConflict((row) => row.column("id").doUpdateSet({ made_at }))
    .execute()
}
