import { type Kysely, sql } from "kysely"
import { count, id, of, required } from "./columns.ts"

/** Links that open a file or a folder to whoever has them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("share_links")
    .addColumn("id", "text", id)
    .addColumn("workspace_id", "text", of("workspaces"))
    .addColumn("file_id", "text", (column) => column.references("files.id").onDelete("cascade"))
    .addColumn("folder_id", "text", (column) => column.references("folders.id").onDelete("cascade"))
    .addColumn("created_by", "text", of("accounts"))
    .addColumn("max_downloads", "integer")
    .addColumn("downloads", "integer", count)
    .addColumn("created_at", "bigint", required)
    .addColumn("expires_at", "bigint")
    .addColumn("revoked_at", "bigint")
    .addCheckConstraint("share_links_target", sql`(file_id is null) <> (folder_id is null)`)
    .execute()
  await db.schema
    .createIndex("share_links_workspace")
    .on("share_links")
    .columns(["workspace_id", "created_at"])
    .execute()
  for (const column of ["file_id", "folder_id", "expires_at", "revoked_at"]) {
    await db.schema.createIndex(`share_links_${column}`).on("share_links").column(column).execute()
  }
}
