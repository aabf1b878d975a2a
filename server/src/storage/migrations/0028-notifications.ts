import { type Kysely, sql } from "kysely"
import { count, id, of, required } from "./columns.ts"

/** What people are told of, by which channels they wish it, and the browsers that show it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createNotifications(db)
  await createChoices(db)
  await createPush(db)
  await db.schema.alterTable("purchases").addColumn("refund_started_by", "text").execute()
}

/** They all go when the member goes. At most one line of a kind takes more for each member. */
async function createNotifications(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("notifications")
    .addColumn("id", "text", id)
    .addColumn("workspace_id", "text", required)
    .addColumn("account_id", "text", required)
    .addColumn("kind", "text", required)
    .addColumn("happening", "text", required)
    .addColumn("line", "text", required)
    .addColumn("thing", "text")
    .addColumn("words", "text", required)
    .addColumn("needed_role", "text", required)
    .addColumn("count", "integer", count)
    .addColumn("listed_at", "bigint")
    .addColumn("read_at", "bigint")
    .addColumn("open_until", "bigint")
    .addColumn("tell_at", "bigint")
    .addColumn("told_at", "bigint")
    .addColumn("mailed_at", "bigint")
    .addColumn("created_at", "bigint", required)
    .addColumn("updated_at", "bigint", required)
    .addForeignKeyConstraint(
      "of_member",
      ["account_id", "workspace_id"],
      "members",
      ["account_id", "workspace_id"],
      (key) => key.onDelete("cascade"),
    )
    .execute()
  const index = (name: string) => db.schema.createIndex(`notifications_${name}`).on("notifications")
  await index("listed").columns(["account_id", "updated_at", "id"]).execute()
  await index("updated").column("updated_at").execute()
  await index("unread").column("account_id").where(sql<boolean>`read_at is null and listed_at is not null`).execute()
  await index("untold").columns(["workspace_id", "line"]).where(sql<boolean>`tell_at is not null`).execute()
  await index("open")
    .columns(["workspace_id", "line", "account_id"])
    .unique()
    .where(sql<boolean>`open_until is not null`)
    .execute()
}

/** Only what somebody chose; whatever has no row is as it is for everybody. */
async function createChoices(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("notification_choices")
    .addColumn("account_id", "text", of("accounts"))
    .addColumn("kind", "text", required)
    .addColumn("app", "text")
    .addColumn("mail", "text")
    .addColumn("push", "text")
    .addColumn("updated_at", "bigint", required)
    .addPrimaryKeyConstraint("notification_choices_pk", ["account_id", "kind"])
    .execute()
}

/** The browsers that take messages, and the key pair that shows them to be ours. */
async function createPush(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("push_subscriptions")
    .addColumn("id", "text", id)
    .addColumn("account_id", "text", of("accounts"))
    .addColumn("session_id", "text", (column) =>
      column.notNull().unique().references("sessions.id").onDelete("cascade"),
    )
    .addColumn("endpoint_hash", "text", (column) => column.notNull().unique())
    .addColumn("target_sealed", "text", required)
    .addColumn("failing_since", "bigint")
    .addColumn("created_at", "bigint", required)
    .execute()
  await db.schema.createIndex("push_subscriptions_account").on("push_subscriptions").column("account_id").execute()
  await db.schema
    .createTable("push_keys")
    .addColumn("id", "text", id)
    .addColumn("public_key", "text", required)
    .addColumn("private_key_sealed", "text", required)
    .addColumn("created_at", "bigint", required)
    .execute()
}
