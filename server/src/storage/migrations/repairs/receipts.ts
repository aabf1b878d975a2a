import { type Kysely, sql } from "kysely"

/** When the buyer was mailed, so that a sweep finds those who never were. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("purchases").addColumn("receipt_mailed_at", "bigint").execute()
  await sql`update purchases set receipt_mailed_at = fulfilled_at`.execute(db)
  const { rows } = await sql<{ payload: string }>`select payload from jobs where kind = 'mail-receipt'`.execute(db)
  for (const { payload } of rows) {
    const { purchaseId } = JSON.parse(payload)
    await sql`update purchases set receipt_mailed_at = null where id = ${purchaseId}`.execute(db)
  }
  await db.schema
    .createIndex("purchases_unmailed")
    .on("purchases")
    .column("fulfilled_at")
    .where(sql<boolean>`receipt_mailed_at is null and buyer_email is not null`)
    .execute()
}
