import { type Kysely, sql } from "kysely"
import { count, id, required } from "./columns.ts"

/** Since when a purchase's money waits, when to look at it again, and the list of money that stays unclear. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("purchases").addColumn("unsettled_since", "bigint").execute()
  await db.schema.alterTable("purchases").addColumn("look_again_at", "bigint").execute()
  await db.schema.alterTable("purchases").addColumn("refund_tries", "integer", count).execute()
  await db.schema.alterTable("purchases").addColumn("settled_outside_at", "bigint").execute()
  // What waits already is looked after as if it had waited from its last change on.
  await sql`update purchases set unsettled_since = updated_at, look_again_at = updated_at
    where state in ('paid', 'fulfil_failed', 'refunding')`.execute(db)
  await sql`update purchases set look_again_at = updated_at where state = 'disputed' and dispute = 'open'`.execute(db)
  await index(db, "purchases_unsettled", "unsettled_since")
  await index(db, "purchases_look", "look_again_at")
  await createUnclearMoney(db)
}

async function index(db: Kysely<unknown>, name: string, column: string): Promise<void> {
  await db.schema
    .createIndex(name)
    .on("purchases")
    .column(column)
    .where(sql<boolean>`${sql.ref(column)} is not null`)
    .execute()
}

async function createUnclearMoney(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("unclear_money")
    .addColumn("id", "text", id)
    .addColumn("workspace_id", "text", (column) => column.references("workspaces.id"))
    .addColumn("purchase_id", "text")
    .addColumn("payment_account", "text", required)
    .addColumn("session_id", "text", required)
    .addColumn("payment_id", "text")
    .addColumn("buyer_email", "text")
    .addColumn("amount_cents", "bigint", required)
    .addColumn("currency", "text", required)
    .addColumn("reason", "text", required)
    .addColumn("refund_tries", "integer", count)
    .addColumn("created_at", "bigint", required)
    .addColumn("seller_mailed_at", "bigint")
    .addColumn("operator_mailed_at", "bigint")
    .addColumn("decision", "text")
    .addColumn("decided_by", "text")
    .addColumn("decided_at", "bigint")
    .addColumn("note", "text")
    .addColumn("settled_at", "bigint")
    .addColumn("settled_as", "text")
    .execute()
  // One open entry for each session, whoever finds it first.
  await db.schema
    .createIndex("unclear_money_open")
    .on("unclear_money")
    .columns(["payment_account", "session_id"])
    .unique()
    .where(sql<boolean>`settled_at is null`)
    .execute()
  await db.schema.createIndex("unclear_money_purchase").on("unclear_money").column("purchase_id").execute()
  await db.schema
    .createIndex("unclear_money_workspace")
    .on("unclear_money")
    .columns(["workspace_id", "created_at"])
    .execute()
}
