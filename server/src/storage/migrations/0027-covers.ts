import { type Kysely, sql } from "kysely"
import { id, of, required } from "./columns.ts"

/** The pictures on the pay pages of offers. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("covers")
    .addColumn("id", "text", id)
    .addColumn("offer_id", "text", of("offers"))
    .addColumn("blob_key", "text", required)
    .addColumn("content_type", "text", required)
    .addColumn("size_bytes", "bigint", required)
    .addColumn("sha256", "text", required)
    .addColumn("width", "integer", required)
    .addColumn("height", "integer", required)
    .addColumn("created_at", "bigint", required)
    .addColumn("used_at", "bigint")
    .execute()
  await db.schema.createIndex("covers_offer").on("covers").column("offer_id").execute()
  await db.schema
    .createIndex("covers_used")
    .on("covers")
    .column("offer_id")
    .unique()
    .where(sql<boolean>`used_at is not null`)
    .execute()
}
