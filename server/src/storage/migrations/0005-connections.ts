import type { Kysely } from "kysely"
import { id, of, required } from "./columns.ts"

/** What people allow agents: requests that wait for consent, grants, codes, tokens, and what was done with them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createGrants(db)
  await createTokens(db)
  await db.schema
    .createTable("audit_entries")
    .addColumn("id", "text", id)
    .addColumn("grant_id", "text", of("grants"))
    .addColumn("account_id", "text", of("accounts"))
    .addColumn("workspace_id", "text", (column) => column.references("workspaces.id"))
    .addColumn("tool", "text", required)
    .addColumn("arguments_digest", "text", required)
    .addColumn("outcome", "text", required)
    .addColumn("request_id", "text", required)
    .addColumn("created_at", "bigint", required)
    .execute()
  await db.schema.createIndex("audit_entries_grant").on("audit_entries").columns(["grant_id", "created_at"]).execute()
  await db.schema.createIndex("audit_entries_age").on("audit_entries").column("created_at").execute()
}

async function createGrants(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("authorization_requests")
    .addColumn("id", "text", id)
    .addColumn("client_id", "text", required)
    .addColumn("redirect_uri", "text", required)
    .addColumn("scope", "text", required)
    .addColumn("state", "text")
    .addColumn("code_challenge", "text", required)
    .addColumn("resource", "text", required)
    .addColumn("created_at", "bigint", required)
    .addColumn("expires_at", "bigint", required)
    .addColumn("decided_at", "bigint")
    .execute()
  await db.schema
    .createIndex("authorization_requests_expiry")
    .on("authorization_requests")
    .column("expires_at")
    .execute()
  await db.schema
    .createTable("grants")
    .addColumn("id", "text", id)
    .addColumn("account_id", "text", of("accounts"))
    .addColumn("client_id", "text", required)
    .addColumn("workspace_id", "text", (column) => column.references("workspaces.id"))
    .addColumn("default_workspace_id", "text", of("workspaces"))
    .addColumn("scope", "text", required)
    .addColumn("resource", "text", required)
    .addColumn("redirect_uri", "text", required)
    .addColumn("created_at", "bigint", required)
    .addColumn("last_used_at", "bigint")
    .addColumn("revoked_at", "bigint")
    .addColumn("revoked_reason", "text")
    .addColumn("expires_at", "bigint", required)
    .execute()
  await db.schema.createIndex("grants_account").on("grants").columns(["account_id", "created_at"]).execute()
}

async function createTokens(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("authorization_codes")
    .addColumn("hash", "text", id)
    .addColumn("grant_id", "text", of("grants"))
    .addColumn("redirect_uri", "text", required)
    .addColumn("code_challenge", "text", required)
    .addColumn("expires_at", "bigint", required)
    .addColumn("used_at", "bigint")
    .execute()
  await db.schema.createIndex("authorization_codes_expiry").on("authorization_codes").column("expires_at").execute()
  await db.schema
    .createTable("access_tokens")
    .addColumn("hash", "text", id)
    .addColumn("grant_id", "text", of("grants"))
    .addColumn("scope", "text", required)
    .addColumn("expires_at", "bigint", required)
    .execute()
  await db.schema.createIndex("access_tokens_expiry").on("access_tokens").column("expires_at").execute()
  await db.schema
    .createTable("refresh_tokens")
    .addColumn("hash", "text", id)
    .addColumn("grant_id", "text", of("grants"))
    .addColumn("scope", "text", required)
    .addColumn("created_at", "bigint", required)
    .addColumn("expires_at", "bigint", required)
    .addColumn("rotated_at", "bigint")
    .addColumn("successor_hash", "text")
    .execute()
  await db.schema.createIndex("refresh_tokens_expiry").on("refresh_tokens").column("expires_at").execute()
  await db.schema.createIndex("refresh_tokens_grant").on("refresh_tokens").columns(["grant_id", "expires_at"]).execute()
}
