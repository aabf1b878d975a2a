import type { Kysely } from "kysely"
import { id, required } from "./columns.ts"

/** The marks of commits, by which one is found out whose answer was lost. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("commits")
    .addColumn("id", "text", id)
    .addColumn("made_at", "bigint", required)
    .addColumn("abandoned_at", "bigint")
    .execute()
}
