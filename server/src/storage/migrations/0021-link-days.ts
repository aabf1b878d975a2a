import type { Kysely } from "kysely"
import { count, required } from "./columns.ts"

/** Clicks by day, class of device and the host they came from. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("link_days")
    .addColumn("link_id", "text", (column) => column.notNull().references("short_links.id").onDelete("cascade"))
    .addColumn("day", "bigint", required)
    .addColumn("referrer", "text", required)
    .addColumn("device", "text", required)
    .addColumn("clicks", "bigint", count)
    .addPrimaryKeyConstraint("link_days_key", ["link_id", "day", "referrer", "device"])
    .execute()
  await db.schema.createIndex("link_days_day").on("link_days").column("day").execute()
}
