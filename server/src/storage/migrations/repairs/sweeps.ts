import { type Kysely, PostgresAdapter, sql } from "kysely"

/** What lets processes share periodic work, and what keeps it short. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("sweeps")
    .addColumn("name", "text", (column) => column.primaryKey().notNull())
    .addColumn("due_at", "bigint", (column) => column.notNull())
    .execute()
  const unanswered = sql`alter table domains add column checks_unanswered integer not null default 0`
  await unanswered.execute(db)
  await db.schema.alterTable("domains").addColumn("check_due_at", "bigint").execute()
  await sql`update domains set check_due_at = checked_at + 86400000`.execute(db)
  await db.schema
    .createIndex("domains_due")
    .on("domains")
    .column("check_due_at")
    .where(sql<boolean>`verified_at is not null`)
    .execute()
  // Marks are swept by ranges of ids, which are in the order of time only byte by byte.
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  if (isPostgres) await sql`alter table commits alter column id type text collate "C"`.execute(db)
}
