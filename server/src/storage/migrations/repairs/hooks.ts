import { type Kysely, sql } from "kysely"

/** The webhooks that are made at the processor for workspaces' own accounts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const name of ["hook_id", "hook_base", "hook_fault"]) {
    await db.schema.alterTable("payment_accounts").addColumn(name, "text").execute()
  }
  for (const name of ["hook_made_at", "hook_tried_at", "hook_busy_until"]) {
    await db.schema.alterTable("payment_accounts").addColumn(name, "bigint").execute()
  }
  await db.schema
    .createIndex("payment_accounts_hook_tried")
    .on("payment_accounts")
    .column("hook_tried_at")
    .where(sql<boolean>`hook_base is not null and disabled_at is null`)
    .execute()
  await db.schema
    .createIndex("payment_accounts_disabled")
    .on("payment_accounts")
    .column("disabled_at")
    .where(sql<boolean>`disabled_at is not null`)
    .execute()
}
