import { type Kysely, sql } from "kysely"

/** What a person has bought, found by their address in any case. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex("purchases_buyer").on("purchases").expression(sql`lower(buyer_email)`).execute()
}
