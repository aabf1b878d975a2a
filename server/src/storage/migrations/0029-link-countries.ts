import { type Kysely, sql } from "kysely"
import { count, required } from "./columns.ts"

/** Clicks by day and country, in the same table, so that a click stays one statement. SQLite keeps a key for good. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("link_days_of_countries")
    .addColumn("link_id", "text", (column) => column.notNull().references("short_links.id").onDelete("cascade"))
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
