import { type Kysely, sql } from "kysely"

/**
 * Open checkouts: one for each offer and address, which network holds one, and who is just taking one over. Checkouts
 * from before this have no network; they may still have rivals, and end within the hour.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("purchases").addColumn("network", "text").execute()
  await db.schema.alterTable("purchases").addColumn("takeover_until", "bigint").execute()
  // The last word against two checkouts of one address that can both be paid, whatever the code above it does.
  await db.schema
    .createIndex("purchases_checkout")
    .on("purchases")
    .expression(sql`offer_id, lower(buyer_email)`)
    .unique()
    .where(sql<boolean>`state in ('created', 'open', 'pending_async') and network is not null`)
    .execute()
  await db.schema
    .createIndex("purchases_unpaid")
    .on("purchases")
    .columns(["offer_id", "network"])
    .where(sql<boolean>`state in ('created', 'open', 'pending_async')`)
    .execute()
  await db.schema
    .createIndex("purchases_gift")
    .on("purchases")
    .column("gift_code_id")
    .where(sql<boolean>`gift_state = 'held'`)
    .execute()
}
