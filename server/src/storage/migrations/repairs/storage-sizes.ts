import { type ColumnDefinitionBuilder, type Kysely, sql } from "kysely"

const bytes = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(0)

/** What counts toward a workspace's storage beside its files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ["counted_bytes", "counted_at"]) {
    await db.schema.alterTable("drive_storage").addColumn(column, "bigint", bytes).execute()
  }
  for (const column of ["content_bytes", "versions_bytes"]) {
    await db.schema.alterTable("docs").addColumn(column, "bigint", bytes).execute()
  }
  await sql`update docs set content_bytes = octet_length(body)
      + coalesce((select octet_length(bytes) from doc_states where doc_id = docs.id), 0)
      + coalesce((select sum(octet_length(bytes)) from doc_updates where doc_id = docs.id), 0),
    versions_bytes = coalesce((select sum(octet_length(body)) from doc_versions where doc_id = docs.id), 0)`.execute(db)
  await sql`insert into drive_storage (workspace_id, used_bytes, quota_bytes)
    select id, 0, 53687091200 from workspaces
    where emptied_at is null and id not in (select workspace_id from drive_storage)`.execute(db)
  await db.schema
    .createIndex("docs_sizes")
    .on("docs")
    .columns(["workspace_id", "content_bytes", "versions_bytes"])
    .execute()
  await db.schema.createIndex("drive_storage_counted").on("drive_storage").column("counted_at").execute()
  await db.schema.createIndex("conversations_workspace").on("conversations").column("workspace_id").execute()
}
