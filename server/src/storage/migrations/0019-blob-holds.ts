import type { Kysely } from "kysely"
import { id, required } from "./columns.ts"

/** The backups that are under way: while there is one, no bytes are removed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("blob_holds")
    .addColumn("id", "text", id)
    .addColumn("held_until", "bigint", required)
    .execute()
}
