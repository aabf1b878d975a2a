import type { Kysely } from "kysely"
import { of, required } from "./columns.ts"

/** The pictures that stand for workspaces; `workspaces.logo_key` names the one that is shown. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("logos")
    .addColumn("key", "text", (column) => column.primaryKey().notNull())
    .addColumn("workspace_id", "text", of("workspaces"))
    .addColumn("png", "text", required)
    .execute()
  await db.schema.createIndex("logos_workspace").on("logos").column("workspace_id").unique().execute()
}
