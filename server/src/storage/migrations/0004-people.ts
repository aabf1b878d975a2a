import { type Kysely, sql } from "kysely"
import { count, id, of, required } from "./columns.ts"

/** How people sign in, who is invited, and domains that several workspaces may ask for and one owns. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createSignIns(db)
  await createPasskeys(db)
  await db.schema
    .createTable("invitations")
    .addColumn("id", "text", id)
    .addColumn("workspace_id", "text", of("workspaces"))
    .addColumn("email", "text", required)
    .addColumn("role", "text", required)
    .addColumn("invited_by", "text", of("accounts"))
    .addColumn("sent", "integer", count)
    .addColumn("created_at", "bigint", required)
    .addColumn("expires_at", "bigint", required)
    .addUniqueConstraint("invitations_workspace_email", ["workspace_id", "email"])
    .execute()
  await db.schema.createIndex("invitations_email").on("invitations").column("email").execute()
  await shareHostnames(db)
}

async function createSignIns(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("sign_ins")
    .addColumn("id", "text", id)
    .addColumn("email", "text", required)
    .addColumn("browser_hash", "text", required)
    .addColumn("return_to", "text", required)
    .addColumn("tries", "integer", count)
    .addColumn("created_at", "bigint", required)
    .addColumn("expires_at", "bigint", required)
    .addColumn("used_at", "bigint")
    .execute()
  await db.schema.createIndex("sign_ins_expiry").on("sign_ins").column("expires_at").execute()
  await db.schema
    .createTable("sessions")
    .addColumn("id", "text", id)
    .addColumn("hash", "text", (column) => column.notNull().unique())
    .addColumn("account_id", "text", of("accounts"))
    .addColumn("label", "text", required)
    .addColumn("created_at", "bigint", required)
    .addColumn("last_seen_at", "bigint", required)
    .addColumn("expires_at", "bigint", required)
    .execute()
  await db.schema.createIndex("sessions_account").on("sessions").columns(["account_id", "created_at"]).execute()
  await db.schema.createIndex("sessions_expiry").on("sessions").column("expires_at").execute()
}

async function createPasskeys(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("passkeys")
    .addColumn("id", "text", id)
    .addColumn("account_id", "text", of("accounts"))
    .addColumn("name", "text", required)
    .addColumn("public_key", "text", required)
    .addColumn("counter", "bigint", count)
    .addColumn("transports", "text", required)
    .addColumn("created_at", "bigint", required)
    .addColumn("last_used_at", "bigint")
    .execute()
  await db.schema.createIndex("passkeys_account").on("passkeys").columns(["account_id", "created_at"]).execute()
  await db.schema
    .createTable("passkey_challenges")
    .addColumn("hash", "text", id)
    .addColumn("asker", "text", required)
    .addColumn("expires_at", "bigint", required)
    .execute()
  await db.schema.createIndex("passkey_challenges_expiry").on("passkey_challenges").column("expires_at").execute()
}

/** A hostname was unique altogether; now it is among those that are proven. SQLite cannot drop a constraint. */
async function shareHostnames(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("domains").renameTo("domains_before").execute()
  await db.schema
    .createTable("domains")
    .addColumn("id", "text", (column) => column.notNull())
    .addColumn("workspace_id", "text", of("workspaces"))
    .addColumn("hostname", "text", required)
    .addColumn("verified_at", "bigint")
    .addColumn("checked_at", "bigint")
    .addColumn("failing_since", "bigint")
    .addColumn("created_at", "bigint", required)
    .addPrimaryKeyConstraint("domains_id", ["id"])
    .addUniqueConstraint("domains_workspace_hostname", ["workspace_id", "hostname"])
    .execute()
  await sql`insert into domains (id, workspace_id, hostname, verified_at, checked_at, created_at)
    select id, workspace_id, hostname, verified_at, checked_at, created_at from domains_before`.execute(db)
  await db.schema.dropTable("domains_before").execute()
  await sql`create unique index domains_owned_hostname on domains (hostname) where verified_at is not null`.execute(db)
}
