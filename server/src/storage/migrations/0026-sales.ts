import { type Kysely, sql } from "kysely"

const times = ["refund_started_at", "refunded_at", "disputed_at", "dispute_ended_at", "revoked_at", "restored_at"]

/** What a seller notes on a purchase, when things happened to it, and what a write of an agent made. */
export async function up(db: Kysely<unknown>): Promise<void> {
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
  await db.schema.alterTable("audit_entries").addColumn("thing", "text").execute()
  await db.schema
    .createIndex("audit_entries_writes")
    .on("audit_entries")
    .columns(["workspace_id", "created_at"])
    .where(sql<boolean>`thing is not null`)
    .execute()
}
