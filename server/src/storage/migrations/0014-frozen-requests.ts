import type { Kysely } from "kysely"

/** Where a buyer comes back to, as it was when the checkout began. It may be asked for again by another configuration. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("purchases").addColumn("return_url", "text").execute()
}
