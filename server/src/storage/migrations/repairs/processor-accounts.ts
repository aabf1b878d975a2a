import { type Kysely, sql } from "kysely"

/** What the processor says of each account, and the processor's id of the account that a purchase was charged on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("processor_accounts")
    .addColumn("account", "text", (column) => column.primaryKey().notNull())
    .addColumn("state", "text", (column) => column.notNull())
    .addColumn("processor_id", "text")
    .addColumn("fault", "text")
    .addColumn("checked_at", "bigint")
    .addColumn("look_at", "bigint")
    .execute()
  await db.schema.createIndex("processor_accounts_due").on("processor_accounts").column("look_at").execute()
  await sql`insert into processor_accounts (account, state, look_at) values ('installation', 'ready', 0)`.execute(db)
  await sql`
    insert into processor_accounts (account, state, look_at)
    select id, 'ready', case when disabled_at is null then 0 end from payment_accounts
  `.execute(db)
  await db.schema.alterTable("purchases").addColumn("processor_id", "text").execute()
}
