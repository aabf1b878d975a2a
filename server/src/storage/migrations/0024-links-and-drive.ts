import { type Kysely, sql } from "kysely"
import { count, id, of, required } from "./columns.ts"

/** Tags of links, the countries of their clicks, and links that open what lies in the drive. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createTags(db)
  await countCountries(db)
  await createShareLinks(db)
  await findArrivals(db)
}

const ofIts = (table: string) => (column: Parameters<typeof required>[0]) =>
  column.notNull().references(`${table}.id`).onDelete("cascade")

/** A pair has its link's time, so that the links of a tag are read in their order from an index. */
async function createTags(db: Kysely<unknown>): Promise<void> {
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

/** In the same table as the days, so that a click stays one statement. SQLite keeps a key for good. */
async function countCountries(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("link_days_of_countries")
    .addColumn("link_id", "text", ofIts("short_links"))
    .addColumn("day", "bigint", required)
    .addColumn("referrer", "text", required)
    .addColumn("device", "text", required)
    .addColumn("country", "text", required)
    .addColumn("clicks", "bigint", count)
    .addPrimaryKeyConstraint("link_days_pk", ["link_id", "day", "referrer", "device", "country"])
    .execute()
  await sql`
    insert into link_days_of_countries (link_id, day, referrer, device, country, clicks)
    select link_id, day, referrer, device, '', clicks from link_days
  `.execute(db)
  await db.schema.dropTable("link_days").execute()
  await db.schema.alterTable("link_days_of_countries").renameTo("link_days").execute()
  await db.schema.createIndex("link_days_day").on("link_days").column("day").execute()
}

/** Links that open a file or a folder to whoever has them. */
async function createShareLinks(db: Kysely<unknown>): Promise<void> {
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

/** Finds what came in through upload links without reading the whole drive. */
async function findArrivals(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex("files_arrived")
    .on("files")
    .columns(["workspace_id", "created_at"])
    .where(sql<boolean>`upload_link_id is not null`)
    .execute()
}
