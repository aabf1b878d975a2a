import { type Kysely, sql } from "kysely"
import { count, id, of, required } from "./columns.ts"

/** Docs, and what they were before each sitting. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("docs")
    .addColumn("id", "text", id)
    .addColumn("workspace_id", "text", of("workspaces"))
    .addColumn("title", "text", required)
    .addColumn("search_title", "text", required)
    .addColumn("emoji", "text")
    .addColumn("body", "text", required)
    .addColumn("version", "integer", count)
    .addColumn("saved_by", "text", of("accounts"))
    .addColumn("created_by", "text", of("accounts"))
    .addColumn("created_at", "bigint", required)
    .addColumn("updated_at", "bigint", required)
    .addColumn("deleted_at", "bigint")
    .execute()
  await db.schema.createIndex("docs_workspace").on("docs").columns(["workspace_id", "updated_at"]).execute()
  await db.schema
    .createIndex("docs_trash")
    .on("docs")
    .column("deleted_at")
    .where(sql<boolean>`deleted_at is not null`)
    .execute()
  await db.schema
    .createTable("doc_versions")
    .addColumn("doc_id", "text", (column) => column.notNull().references("docs.id").onDelete("cascade"))
    .addColumn("version", "integer", required)
    .addColumn("title", "text", required)
    .addColumn("emoji", "text")
    .addColumn("body", "text", required)
    .addColumn("saved_by", "text", of("accounts"))
    .addColumn("saved_at", "bigint", required)
    .addPrimaryKeyConstraint("doc_versions_pk", ["doc_id", "version"])
    .execute()
}
