import { type Kysely, sql } from "kysely"
import { aWorkspaceEach, count, id, needed, ofMember, ofWorkspace, optional, required } from "./columns.ts"

/** What members ask the assistant, what it does, what it may do, and the record of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await createSettings(db)
  await createPermissions(db)
  await createConversations(db)
  await createRuns(db)
  await createCalls(db)
  await createRecord(db)
  await createWishes(db)
  await db.schema
    .createTable("assistant_spending")
    .addColumn("subject", "text", required)
    .addColumn("period", "text", required)
    .addColumn("tokens", "bigint", count)
    .addColumn("micros", "bigint", count)
    .addColumn("updated_at", "bigint", required)
    .addPrimaryKeyConstraint("assistant_spending_pk", ["subject", "period"])
    .execute()
  await db.schema.createIndex("assistant_spending_updated").on("assistant_spending").column("updated_at").execute()
}

async function createSettings(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("assistant_permits")
    .addColumn("workspace_id", "text", aWorkspaceEach)
    .addColumn("epoch", "integer", count)
    .execute()
  await db.schema
    .createTable("assistant_settings")
    .addColumn("workspace_id", "text", aWorkspaceEach)
    .$call(
      optional("bigint", ["switched_off_at", "strict_since", "kept_days", "member_daily_tokens", "monthly_tokens"]),
    )
    .addColumn("model_key_sealed", "text")
    .addColumn("updated_at", "bigint", required)
    .execute()
}

async function createPermissions(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("tool_permissions")
    .addColumn("workspace_id", "text", ofWorkspace)
    .$call(needed("text", ["tool", "role", "level"]))
    .addPrimaryKeyConstraint("tool_permissions_pk", ["workspace_id", "tool", "role"])
    .execute()
  await db.schema
    .createTable("permission_changes")
    .addColumn("id", "text", id)
    .addColumn("workspace_id", "text", ofWorkspace)
    .$call(needed("text", ["account_id", "before", "after"]))
    .addColumn("created_at", "bigint", required)
    .execute()
  const index = (name: string) => db.schema.createIndex(`permission_changes_${name}`).on("permission_changes")
  await index("workspace").columns(["workspace_id", "created_at", "id"]).execute()
  await index("created").column("created_at").execute()
}

/** A conversation goes with its person's membership, and everything in it with the conversation. */
async function createConversations(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("conversations")
    .addColumn("id", "text", id)
    .$call(needed("text", ["workspace_id", "account_id", "title"]))
    .addColumn("head_id", "text")
    .$call(needed("text", ["outsiders", "sources", "seen"]))
    .addColumn("handles_sealed", "text")
    .$call(needed("bigint", ["created_at", "updated_at"]))
    .$call(ofMember("conversation_of_member"))
    .execute()
  const index = (name: string) => db.schema.createIndex(`conversations_${name}`).on("conversations")
  await index("listed").columns(["account_id", "workspace_id", "updated_at", "id"]).execute()
  await index("updated").column("updated_at").execute()
  await db.schema
    .createTable("assistant_messages")
    .addColumn("id", "text", id)
    .addColumn("conversation_id", "text", ofConversation)
    .addColumn("parent_id", "text")
    .addColumn("role", "text", required)
    .addColumn("run_id", "text")
    .addColumn("parts", "text", required)
    .$call(optional("integer", ["input_tokens", "output_tokens"]))
    .addColumn("created_at", "bigint", required)
    .execute()
  await db.schema
    .createIndex("assistant_messages_conversation")
    .on("assistant_messages")
    .columns(["conversation_id", "created_at", "id"])
    .execute()
}

type Column = Parameters<typeof required>[0]
const ofConversation = (column: Column) => column.notNull().references("conversations.id").onDelete("cascade")

/** At most one run of a conversation goes on. */
async function createRuns(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("assistant_runs")
    .addColumn("id", "text", id)
    .addColumn("conversation_id", "text", ofConversation)
    .$call(needed("text", ["workspace_id", "account_id", "kind", "state"]))
    .addColumn("lease_until", "bigint")
    .addColumn("turn", "integer", count)
    .addColumn("steps", "integer", count)
    .addColumn("calls", "integer", count)
    .addColumn("tokens", "integer", count)
    .addColumn("worked_ms", "integer", count)
    .$call(optional("text", ["reserved", "about"]))
    .addColumn("stop_asked_at", "bigint")
    .$call(needed("bigint", ["created_at", "updated_at"]))
    .execute()
  const index = (name: string) => db.schema.createIndex(`assistant_runs_${name}`).on("assistant_runs")
  await index("open")
    .column("conversation_id")
    .unique()
    .where(sql<boolean>`state in ('queued', 'running', 'waiting')`)
    .execute()
  await index("conversation").columns(["conversation_id", "created_at"]).execute()
  await index("due").columns(["state", "lease_until"]).where(sql<boolean>`state in ('queued', 'running')`).execute()
  await index("person")
    .columns(["account_id", "workspace_id"])
    .where(sql<boolean>`state in ('queued', 'running', 'waiting')`)
    .execute()
}

async function createCalls(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("assistant_calls")
    .addColumn("id", "text", id)
    .addColumn("conversation_id", "text", ofConversation)
    .$call(needed("text", ["run_id", "message_id", "wire_id"]))
    .addColumn("position", "integer", required)
    .$call(needed("text", ["tool", "arguments", "arguments_digest", "definition_digest", "state", "level", "layer"]))
    .$call(needed("text", ["why", "offers", "summary", "facts"]))
    .$call(optional("text", ["plan", "rehearsal", "decision", "decided_by", "word", "result", "undo", "undo_refusal"]))
    .$call(optional("bigint", ["decided_at", "expires_at"]))
    .$call(needed("bigint", ["created_at", "updated_at"]))
    .execute()
  const index = (name: string) => db.schema.createIndex(`assistant_calls_${name}`).on("assistant_calls")
  await index("conversation").columns(["conversation_id", "created_at", "id"]).execute()
  await index("waiting").column("expires_at").where(sql<boolean>`state = 'waiting'`).execute()
}

/** One line for each call, in the order in which they ended, each with the hash of the one before. */
async function createRecord(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("assistant_chains")
    .addColumn("workspace_id", "text", aWorkspaceEach)
    .addColumn("seq", "integer", required)
    .addColumn("hash", "text", required)
    .execute()
  await db.schema
    .createTable("assistant_entries")
    .addColumn("workspace_id", "text", ofWorkspace)
    .addColumn("seq", "integer", required)
    .$call(needed("text", ["call_id", "account_id", "tool", "arguments_digest", "definition_digest", "level", "layer"]))
    .$call(optional("text", ["decision", "decided_by"]))
    .addColumn("decided_at", "bigint")
    .addColumn("at", "bigint", required)
    .$call(needed("text", ["outcome", "role", "previous_hash", "hash"]))
    .addPrimaryKeyConstraint("assistant_entries_pk", ["workspace_id", "seq"])
    .execute()
  await db.schema.createIndex("assistant_entries_at").on("assistant_entries").column("at").execute()
}

/** What members chose for themselves, within what they may. */
async function createWishes(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("member_tool_choices")
    .$call(needed("text", ["account_id", "workspace_id", "tool", "level", "definition_digest"]))
    .addColumn("expires_at", "bigint", required)
    .addPrimaryKeyConstraint("member_tool_choices_pk", ["account_id", "workspace_id", "tool"])
    .$call(ofMember("tool_choice_of_member"))
    .execute()
  await db.schema.createIndex("member_tool_choices_expires").on("member_tool_choices").column("expires_at").execute()
  await db.schema
    .createTable("conversation_allowances")
    .addColumn("conversation_id", "text", ofConversation)
    .addColumn("tool", "text", required)
    .addColumn("definition_digest", "text", required)
    .addPrimaryKeyConstraint("conversation_allowances_pk", ["conversation_id", "tool"])
    .execute()
}
