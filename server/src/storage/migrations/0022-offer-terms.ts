import type { Kysely } from "kysely"

/** When a seller paused an offer, what is agreed on beside its price, and where its buyers reach the seller. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("offers").addColumn("paused_at", "bigint").execute()
  await db.schema.alterTable("offers").addColumn("licence", "text").execute()
  await db.schema.alterTable("offers").addColumn("refund_terms", "text").execute()
  await db.schema.alterTable("offers").addColumn("tax_line", "text").execute()
  await db.schema.alterTable("workspaces").addColumn("contact", "text").execute()
}
