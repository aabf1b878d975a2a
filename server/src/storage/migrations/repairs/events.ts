import { type ColumnDefinitionBuilder, type Kysely, sql } from "kysely"

const count = (column: ColumnDefinitionBuilder) => column.notNull().defaultTo(0)

/** Events that the processor's list brings, and when each event is applied. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const events = () => db.schema.alterTable("payment_events")
  await events()
    .addColumn("came_by", "text", (column) => column.notNull().defaultTo("hook"))
    .execute()
  await events().addColumn("created_at", "bigint", count).execute()
  await events().addColumn("due_at", "bigint").execute()
  await events().addColumn("tries", "integer", count).execute()
  await sql`update payment_events set created_at = received_at,
    due_at = case when applied_at is null then received_at end`.execute(db)
  await db.schema
    .createIndex("payment_events_due")
    .on("payment_events")
    .columns(["account", "due_at"])
    .where(sql<boolean>`due_at is not null`)
    .execute()
  await db.schema
    .createTable("event_listings")
    .addColumn("account", "text", (column) => column.primaryKey().notNull())
    .addColumn("listed_to", "bigint")
    .addColumn("began_at", "bigint")
    .addColumn("cursor", "text")
    .addColumn("next_at", "bigint", count)
    .addColumn("hook_seen_at", "bigint")
    .addColumn("missed", "integer", count)
    .addColumn("told_at", "bigint")
    .addColumn("turn_until", "bigint")
    .execute()
  await db.schema.createIndex("event_listings_due").on("event_listings").column("next_at").execute()
  await db.schema
    .createIndex("purchases_charged")
    .on("purchases")
    .columns(["payment_account", "paid_at"])
    .where(sql<boolean>`paid_at is not null`)
    .execute()
}
