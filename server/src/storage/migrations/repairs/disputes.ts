import { type ColumnDefinitionBuilder, type Kysely, sql } from "kysely"

const dayMs = 86_400_000
const required = (column: ColumnDefinitionBuilder) => column.notNull()

/** Disputes by the processor's id, and looks at sales that were delivered in the last 90 days. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("disputes")
    .addColumn("account", "text", required)
    .addColumn("processor_id", "text", required)
    .addColumn("purchase_id", "text", (column) => column.notNull().references("purchases.id"))
    .addColumn("cents", "bigint", required)
    .addColumn("currency", "text", required)
    .addColumn("reason", "text", required)
    .addColumn("state", "text", required)
    .addColumn("due_by", "bigint")
    .addColumn("created_at", "bigint", required)
    .addColumn("asked_at", "bigint", required)
    .addPrimaryKeyConstraint("disputes_pk", ["account", "processor_id"])
    .execute()
  await db.schema.createIndex("disputes_purchase").on("disputes").column("purchase_id").execute()
  // What a purchase's disputes are is asked for: until now only the last word about them was kept.
  await sql`update purchases set look_again_at = paid_at + ${30 * dayMs} where state = 'fulfilled'
    and look_again_at is null and payment_id is not null and paid_at > ${Date.now() - 90 * dayMs}`.execute(db)
  await sql`update purchases set look_again_at = ${Date.now()} where dispute is not null and payment_id is not null
    and coalesce(dispute_ended_at, disputed_at, updated_at) > ${Date.now() - 120 * dayMs}`.execute(db)
}
