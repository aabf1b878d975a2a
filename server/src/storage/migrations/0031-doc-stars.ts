import type { Kysely } from "kysely"
import { required } from "./columns.ts"

/** Which members have starred which docs. A star goes with its doc, and with its member. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("doc_stars")
    .addColumn("doc_id", "text", (column) => column.notNull().references("docs.id").onDelete("cascade"))
    .addColumn("account_id", "text", required)
    .addColumn("workspace_id", "text", required)
    .addColumn("created_at", "bigint", required)
    .addPrimaryKeyConstraint("doc_stars_key", ["account_id", "doc_id"])
    .addForeignKeyConstraint(
      "doc_stars_of_member",
      ["account_id", "workspace_id"],
      "members",
      ["account_id", "workspace_id"],
      (key) => key.onDelete("cascade"),
    )
    .execute()
  await db.schema.createIndex("doc_stars_doc").on("doc_stars").column("doc_id").execute()
}
