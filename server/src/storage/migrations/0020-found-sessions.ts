import { type Kysely, sql } from "kysely"
import { required } from "./columns.ts"

/** How far each processor account's sessions were compared with our purchases. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("session_listings")
    .addColumn("account", "text", (column) => column.primaryKey().notNull())
    .addColumn("listed_to", "bigint")
    .addColumn("began_at", "bigint")
    .addColumn("cursor", "text")
    .addColumn("next_at", "bigint", required)
    .execute()
  await db.schema.createIndex("session_listings_due").on("session_listings").column("next_at").execute()
  await sql`insert into session_listings (account, next_at) values ('installation', 0)`.execute(db)
  await sql`insert into session_listings (account, next_at) select id, 0 from payment_accounts`.execute(db)
}
