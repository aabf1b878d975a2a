import { type Kysely, sql } from "kysely"
import { count, id, required } from "./columns.ts"

/** Lanes of the outbox, leases that can be found, sales that are told in one mail, and indexes for sweeping. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await openLanes(db)
  await createSaleNotices(db)
  await indexAges(db)
}

async function openLanes(db: Kysely<unknown>): Promise<void> {
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

async function createSaleNotices(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("sale_windows")
    .addColumn("workspace_id", "text", id)
    .addColumn("started_at", "bigint", required)
    .addColumn("sales", "integer", count)
    .execute()
  await db.schema
    .createTable("sale_notices")
    .addColumn("purchase_id", "text", id)
    .addColumn("workspace_id", "text", required)
    .addColumn("window_at", "bigint")
    .addColumn("told_at", "bigint")
    .addColumn("created_at", "bigint", required)
    .execute()
  await db.schema.createIndex("sale_notices_window").on("sale_notices").columns(["workspace_id", "window_at"]).execute()
  await db.schema.createIndex("sale_notices_age").on("sale_notices").column("created_at").execute()
}

async function indexAges(db: Kysely<unknown>): Promise<void> {
  await db.schema.createIndex("payment_events_age").on("payment_events").column("received_at").execute()
  await db.schema.createIndex("sessions_idle").on("sessions").column("last_seen_at").execute()
  await db.schema.createIndex("invitations_expiry").on("invitations").column("expires_at").execute()
  await db.schema.createIndex("upload_links_expiry").on("upload_links").column("expires_at").execute()
  await db.schema
    .createIndex("folders_trash")
    .on("folders")
    .column("deleted_at")
    .where(sql<boolean>`deleted_at is not null`)
    .execute()
  // Removing a folder or a grant looks for what names it.
  for (const table of ["files", "upload_links", "uploads"]) {
    await db.schema
      .createIndex(`${table}_folder`)
      .on(table)
      .column("folder_id")
      .where(sql<boolean>`folder_id is not null`)
      .execute()
  }
  await db.schema.createIndex("access_tokens_grant").on("access_tokens").column("grant_id").execute()
  await db.schema.createIndex("authorization_codes_grant").on("authorization_codes").column("grant_id").execute()
  await db.schema.createIndex("grants_expiry").on("grants").column("expires_at").execute()
}
