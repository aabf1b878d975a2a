import { type Kysely, sql } from "kysely"
import { id, of, required } from "./columns.ts"

const ofIts = (table: string) => (column: Parameters<typeof required>[0]) =>
  column.notNull().references(`${table}.id`).onDelete("cascade")

/** Tags of short links. A pair has its link's time, so that the links of a tag are read in their order from an index. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("link_tags")
    .addColumn("id", "text", id)
    .addColumn("workspace_id", "text", of("workspaces"))
    .addColumn("name", "text", required)
    .addColumn("folded_name", "text", required)
    .addColumn("created_at", "bigint", required)
    .addUniqueConstraint("link_tags_name", ["workspace_id", "folded_name"])
    .execute()
  await db.schema
    .createTable("tagged_links")
    .addColumn("link_id", "text", ofIts("short_links"))
    .addColumn("tag_id", "text", ofIts("link_tags"))
    .addColumn("link_created_at", "bigint", required)
    .addPrimaryKeyConstraint("tagged_links_key", ["link_id", "tag_id"])
    .execute()
  await db.schema
    .createIndex("tagged_links_listed")
    .on("tagged_links")
    .columns(["tag_id", "link_created_at", "link_id"])
    .execute()
  await sql`
    create index short_links_trashed on short_links (workspace_id, created_at, id) where deleted_at is not null
  `.execute(db)
}
