import type { Kysely } from "kysely"
import { id, of, required } from "./columns.ts"

/** People, workspaces, who belongs where, custom domains and stored files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("accounts")
    .addColumn("id", "text", id)
    .addColumn("email", "text", (column) => column.notNull().unique())
    .addColumn("name", "text")
    .addColumn("created_at", "bigint", required)
    .execute()
  await db.schema
    .createTable("workspaces")
    .addColumn("id", "text", id)
    .addColumn("slug", "text", (column) => column.notNull().unique())
    .addColumn("name", "text", required)
    .addColumn("created_at", "bigint", required)
    .addColumn("suspended_at", "bigint")
    .addColumn("deleted_at", "bigint")
    .execute()
  await db.schema
    .createTable("members")
    .addColumn("workspace_id", "text", of("workspaces"))
    .addColumn("account_id", "text", of("accounts"))
    .addColumn("role", "text", required)
    .addColumn("created_at", "bigint", required)
    .addPrimaryKeyConstraint("members_pk", ["account_id", "workspace_id"])
    .execute()
  await db.schema.createIndex("members_workspace").on("members").column("workspace_id").execute()
  await db.schema
    .createTable("domains")
    .addColumn("id", "text", id)
    .addColumn("workspace_id", "text", of("workspaces"))
    .addColumn("hostname", "text", (column) => column.notNull().unique())
    .addColumn("verified_at", "bigint")
    .addColumn("checked_at", "bigint")
    .addColumn("created_at", "bigint", required)
    .execute()
  await db.schema
    .createTable("files")
    .addColumn("id", "text", id)
    .addColumn("workspace_id", "text", of("workspaces"))
    .addColumn("name", "text", required)
    .addColumn("content_type", "text", required)
    .addColumn("size_bytes", "bigint", required)
    .addColumn("sha256", "text", required)
    .addColumn("blob_key", "text", (column) => column.notNull().unique())
    .addColumn("created_at", "bigint", required)
    .execute()
  await db.schema.createIndex("files_workspace").on("files").columns(["workspace_id", "created_at"]).execute()
}
