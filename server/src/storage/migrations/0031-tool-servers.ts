import { type Kysely, sql } from "kysely"
import { count, id, of, required } from "./columns.ts"

/** Servers of others whose tools an assistant may use. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createServers(db)
  await db.schema
    .createTable("pinned_tools")
    .addColumn("server_id", "text", ofServer)
    .addColumn("name", "text", required)
    .addColumn("model_name", "text", required)
    .addColumn("pinned", "text")
    .addColumn("pinned_digest", "text")
    .addColumn("pinned_by", "text")
    .addColumn("pinned_at", "bigint")
    .addColumn("offered", "text")
    .addColumn("offered_digest", "text")
    .addPrimaryKeyConstraint("pinned_tools_pk", ["server_id", "name"])
    .execute()
  await createTokens(db)
  await createSignIns(db)
}

type Column = Parameters<typeof required>[0]
const ofServer = (column: Column) => column.notNull().references("tool_servers.id").onDelete("cascade")

async function createServers(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("tool_servers")
    .addColumn("id", "text", id)
    .addColumn("workspace_id", "text", of("workspaces"))
    .addColumn("number", "integer", required)
    .addColumn("name", "text", required)
    .addColumn("url", "text", required)
    .addColumn("auth", "text", required)
    .addColumn("credentials", "text", required)
    .addColumn("place_sealed", "text")
    .addColumn("left_out", "text", required)
    .addColumn("paused_at", "bigint")
    .addColumn("attached_by", "text", required)
    .addColumn("checked_at", "bigint")
    .addColumn("due_at", "bigint", required)
    .addColumn("failure", "text")
    .addColumn("created_at", "bigint", required)
    .addColumn("detached_at", "bigint")
    .addUniqueConstraint("tool_servers_number", ["workspace_id", "number"])
    .execute()
  await db.schema
    .createIndex("tool_servers_due")
    .on("tool_servers")
    .column("due_at")
    .where(sql<boolean>`detached_at is null`)
    .execute()
}

/** Not bound to the server or the membership: what has ended outlives them until it is revoked. */
async function createTokens(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("tool_server_tokens")
    .addColumn("id", "text", id)
    .addColumn("workspace_id", "text", required)
    .addColumn("server_id", "text", required)
    .addColumn("holder", "text", required)
    .addColumn("account_id", "text", required)
    .addColumn("token_sealed", "text", required)
    .addColumn("scope", "text")
    .addColumn("expires_at", "bigint")
    .addColumn("refresh_until", "bigint")
    .addColumn("version", "integer", count)
    .addColumn("ended_at", "bigint")
    .addColumn("created_at", "bigint", required)
    .execute()
  const index = (name: string) => db.schema.createIndex(`tool_server_tokens_${name}`).on("tool_server_tokens")
  await index("holder").columns(["server_id", "holder"]).unique().where(sql<boolean>`ended_at is null`).execute()
  await index("account").columns(["account_id", "workspace_id"]).execute()
  await index("ended").column("ended_at").where(sql<boolean>`ended_at is not null`).execute()
}

async function createSignIns(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("tool_server_sign_ins")
    .addColumn("id", "text", id)
    .addColumn("state_hash", "text", (column) => column.notNull().unique())
    .addColumn("server_id", "text", ofServer)
    .addColumn("holder", "text", required)
    .addColumn("account_id", "text", required)
    .addColumn("session_id", "text", (column) => column.notNull().references("sessions.id").onDelete("cascade"))
    .addColumn("flow_sealed", "text", required)
    .addColumn("expires_at", "bigint", required)
    .addColumn("created_at", "bigint", required)
    .execute()
  const index = (name: string) => db.schema.createIndex(`tool_server_sign_ins_${name}`).on("tool_server_sign_ins")
  await index("expires").column("expires_at").execute()
  await index("session").column("session_id").execute()
  await index("server").column("server_id").execute()
}
