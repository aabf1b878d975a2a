import { type Kysely, sql } from "kysely"
import { needed, of, optional } from "../columns.ts"

const dayMs = 86_400_000

/** Disputes by the processor's id, and looks at sales that were delivered in the last 90 days. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("disputes")
    .$call(needed("text", ["account", "processor_id"]))
    .addColumn("purchase_id", "text", of("purchases"))
    .$call(needed("bigint", ["cents"]))
    .$call(needed("text", ["currency", "reason", "state"]))
    .$call(optional("bigint", ["due_by"]))
    .$call(needed("bigint", ["created_at", "asked_at"]))
    .addPrimaryKeyConstraint("disputes_pk", ["account", "processor_id"])
    .execute()
  await db.schema.createIndex("disputes_purchase").on("disputes").column("purchase_id").execute()
  // What a purchase's disputes are is asked for: until now only the last word about them was kept.
  await sql`update purchases set look_again_at = paid_at + ${30 * dayMs} where state = 'fulfilled'
    and look_again_at is null and payment_id is not null and paid_at > ${Date.now() - 90 * dayMs}`.execute(db)
  await sql`update purchases set look_again_at = ${Date.now()} where dispute is not null and payment_id is not null
    and coalesce(dispute_ended_at, disputed_at, updated_at) > ${Date.now() - 120 * dayMs}`.execute(db)
}
