import type { Kysely } from "kysely"

/** The counted downloads of share links, each with the browser that began it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("share_downloads")
    .addColumn("id", "text", (column) => column.primaryKey().notNull())
    .addColumn("link_id", "text", (column) => column.notNull().references("share_links.id").onDelete("cascade"))
    .addColumn("browser_hash", "text")
    .addColumn("expires_at", "bigint", (column) => column.notNull())
    .execute()
  for (const column of ["link_id", "expires_at"]) {
    await db.schema.createIndex(`share_downloads_${column}`).on("share_downloads").column(column).execute()
  }
}
