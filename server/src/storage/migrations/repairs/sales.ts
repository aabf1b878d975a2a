import { type Kysely, sql } from "kysely"

/**
 * An address has one checkout or purchase of an offer, and a unique key says so. Of the rivals that older versions let
 * in, the owner gets the key, or else the newest. Units of offers without a limit are counted from the purchases.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("purchases").addColumn("checkout_key", "text").execute()
  await sql`update purchases set checkout_key = owner_key where owner_key is not null`.execute(db)
  await sql`
    update purchases set checkout_key = offer_id || ':' || lower(buyer_email) where id in (
      select max(id) from purchases as rival
      where state in ('created', 'open', 'pending_async', 'paid', 'fulfil_failed') and buyer_email is not null
      and not exists (
        select 1 from purchases as owner
        where owner.checkout_key = rival.offer_id || ':' || lower(rival.buyer_email)
      )
      group by offer_id, lower(buyer_email)
    )`.execute(db)
  await db.schema.createIndex("purchases_checkout_key").on("purchases").column("checkout_key").unique().execute()
  await db.schema
    .createIndex("purchases_units")
    .on("purchases")
    .column("offer_id")
    .where(sql<boolean>`unit_taken_at is not null and unit_released_at is null`)
    .execute()
  await db.schema
    .createIndex("purchases_bought")
    .on("purchases")
    .columns(["workspace_id", "created_at"])
    .where(sql<boolean>`paid_at is not null or state = 'comped'`)
    .execute()
}
