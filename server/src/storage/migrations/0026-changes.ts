import type { Kysely } from "kysely"
import { id, required } from "./columns.ts"

/** What changed in each workspace, numbered in the order of the commits. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("workspace_clocks")
    .addColumn("workspace_id", "text", (column) => id(column).references("workspaces.id").onDelete("cascade"))
    .addColumn("seq", "bigint", required)
    .execute()
  await db.schema
    .createTable("changes")
    .addColumn("workspace_id", "text", (column) => column.notNull().references("workspaces.id").onDelete("cascade"))
    .addColumn("seq", "bigint", required)
    .addColumn("kind", "text", required)
    .addColumn("ref", "text")
    .addColumn("created_at", "bigint", required)
    .addPrimaryKeyConstraint("changes_pk", ["workspace_id", "seq"])
    .execute()
}
