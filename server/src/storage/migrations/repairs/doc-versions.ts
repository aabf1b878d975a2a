import type { Kysely } from "kysely"

/** A version is its text. Nothing but a test read the state of the doc that each of 200 versions held as well. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ["state", "seq"]) await db.schema.alterTable("doc_versions").dropColumn(column).execute()
}
