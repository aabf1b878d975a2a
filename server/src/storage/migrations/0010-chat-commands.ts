import type { Kysely } from "kysely"
import { of, required } from "./columns.ts"

/** The StreamElements channel that a workspace has connected. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("chat_channels")
    .addColumn("workspace_id", "text", (column) => of("workspaces")(column).primaryKey())
    .addColumn("connection", "text", (column) => column.notNull().unique())
    .addColumn("channel_id", "text", required)
    .addColumn("channel_name", "text", required)
    .addColumn("token_kind", "text", required)
    .addColumn("token_sealed", "text", required)
    .addColumn("connected_at", "bigint", required)
    .execute()
}
