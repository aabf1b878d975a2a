import { type Kysely, sql } from "kysely"
import { count, id, of, required } from "./columns.ts"

/** Short links. A slug is unique in its namespace: the shared short host, or a domain of the workspace's own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("short_links")
    .addColumn("id", "text", id)
    .addColumn("workspace_id", "text", of("workspaces"))
    .addColumn("namespace", "text", required)
    .addColumn("slug", "text", required)
    .addColumn("destination", "text", required)
    .addColumn("title", "text")
    .addColumn("visitor_query", "text", required)
    .addColumn("clicks", "bigint", count)
    .addColumn("click_limit", "bigint")
    .addColumn("expires_at", "bigint")
    .addColumn("created_by", "text", (column) => column.references("accounts.id").onDelete("set null"))
    .addColumn("created_at", "bigint", required)
    .addColumn("updated_at", "bigint", required)
    .addColumn("suspended_at", "bigint")
    .addColumn("deleted_at", "bigint")
    .addUniqueConstraint("short_links_slug", ["namespace", "slug"])
    .execute()
  await db.schema
    .createIndex("short_links_workspace")
    .on("short_links")
    .columns(["workspace_id", "created_at", "id"])
    .execute()
  await sql`create index short_links_trash on short_links (deleted_at) where deleted_at is not null`.execute(db)
}
