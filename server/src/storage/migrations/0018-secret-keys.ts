import type { Kysely } from "kysely"
import { id, required } from "./columns.ts"

/** Which secret keys the data were made with. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("secret_keys")
    .addColumn("id", "text", id)
    .addColumn("created_at", "bigint", required)
    .execute()
}
