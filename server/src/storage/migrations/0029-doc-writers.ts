import type { Kysely } from "kysely"
import { of, required } from "./columns.ts"

/** Who wrote in which version of a doc, and when first and last: several people write in one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("doc_writers")
    .addColumn("doc_id", "text", (column) => column.notNull().references("docs.id").onDelete("cascade"))
    .addColumn("version", "integer", required)
    .addColumn("account_id", "text", of("accounts"))
    .addColumn("first_at", "bigint", required)
    .addColumn("last_at", "bigint", required)
    .addPrimaryKeyConstraint("doc_writers_pk", ["doc_id", "version", "account_id"])
    .execute()
}
