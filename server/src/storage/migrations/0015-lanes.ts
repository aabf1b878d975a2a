import { type Kysely, sql } from "kysely"

/** Lanes of the outbox, leases that can be found. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("jobs")
    .addColumn("lane", "text", (column) => column.notNull().defaultTo("files"))
    .execute()
  await sql`update jobs set lane = case
    when kind in ('mail-sign-in', 'mail-claim') then 'awaited'
    when kind in ('settle-purchase', 'apply-payment-event', 'refund-purchase', 'expire-session') then 'money'
    when kind like 'mail-%' then 'mail'
    when kind = 'refresh-stream-plan' then 'calendars'
    else 'files' end`.execute(db)
  await db.schema.dropIndex("jobs_due").execute()
  await db.schema
    .createIndex("jobs_lane_due")
    .on("jobs")
    .columns(["lane", "run_at"])
    .where(sql<boolean>`dead_at is null`)
    .execute()
  await db.schema
    .createIndex("jobs_leased")
    .on("jobs")
    .column("run_at")
    .where(sql<boolean>`lease is not null`)
    .execute()
}
