import { type Kysely, sql } from "kysely"
import { id, of, required } from "./columns.ts"

/** What is agreed on beside a price, a pause of the sale, what happened to a purchase and when, and what a write of an agent made. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("offers").addColumn("paused_at", "bigint").execute()
  await db.schema.alterTable("offers").addColumn("licence", "text").execute()
  await db.schema.alterTable("offers").addColumn("refund_terms", "text").execute()
  await db.schema.alterTable("offers").addColumn("tax_line", "text").execute()
  await createCovers(db)
  await notePurchases(db)
  await nameThings(db)
}

/** The pictures on the pay pages of offers. */
async function createCovers(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("covers")
    .addColumn("id", "text", id)
    .addColumn("offer_id", "text", of("offers"))
    .addColumn("blob_key", "text", required)
    .addColumn("content_type", "text", required)
    .addColumn("size_bytes", "bigint", required)
    .addColumn("sha256", "text", required)
    .addColumn("width", "integer", required)
    .addColumn("height", "integer", required)
    .addColumn("created_at", "bigint", required)
    .addColumn("used_at", "bigint")
    .execute()
  await db.schema.createIndex("covers_offer").on("covers").column("offer_id").execute()
  await db.schema
    .createIndex("covers_used")
    .on("covers")
    .column("offer_id")
    .unique()
    .where(sql<boolean>`used_at is not null`)
    .execute()
}

const times = ["refund_started_at", "refunded_at", "disputed_at", "dispute_ended_at", "revoked_at", "restored_at"]

async function notePurchases(db: Kysely<unknown>): Promise<void> {
  for (const name of ["note", "noted_by"]) await db.schema.alterTable("purchases").addColumn(name, "text").execute()
  for (const name of ["noted_at", ...times]) {
    await db.schema.alterTable("purchases").addColumn(name, "bigint").execute()
  }
  // A refund takes the files back as well, and is not what this column says.
  await sql`update purchases set revoked_at = delivery_revoked_at
    where delivery_revoked_at is not null and state in ('fulfilled', 'comped')`.execute(db)
  await db.schema
    .createIndex("purchases_paid")
    .on("purchases")
    .columns(["workspace_id", "paid_at"])
    .where(sql<boolean>`paid_at is not null`)
    .execute()
}

async function nameThings(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("audit_entries").addColumn("thing", "text").execute()
  await db.schema
    .createIndex("audit_entries_writes")
    .on("audit_entries")
    .columns(["workspace_id", "created_at"])
    .where(sql<boolean>`thing is not null`)
    .execute()
}
