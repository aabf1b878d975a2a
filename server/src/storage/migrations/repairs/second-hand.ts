import type { Kysely } from "kysely"

/** What the assistant wrote after it had read words of people outside. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("second_hand_objects")
    .addColumn("workspace_id", "text", (column) => column.notNull().references("workspaces.id").onDelete("cascade"))
    .addColumn("object_id", "text", (column) => column.notNull())
    .addColumn("created_at", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("second_hand_objects_pk", ["workspace_id", "object_id"])
    .execute()
}
