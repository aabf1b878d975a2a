import type { Generated } from "kysely"
import type { WorkspaceId } from "#kernel/workspace-id.ts"

type CallState =
  | ("proposed" | "waiting" | "approved" | "running" | "done" | "failed" | "lost")
  | ("declined" | "expired" | "refused" | "undoing" | "undone")
type Role = "viewer" | "member" | "admin" | "owner"

/** What members ask the assistant, what it does and may do, and the record of it. JSON is text that the store parses. */
export interface AssistantTables {
  /** Counts what narrowed the permissions of a workspace's assistant. Held by every write of its runs. */
  assistant_permits: {
    workspace_id: WorkspaceId
    epoch: number
  }
  /** What a workspace's owner chose; there is no row where everything is as it begins. */
  assistant_settings: {
    workspace_id: WorkspaceId
    switched_off_at: number | null
    /** Since when what other members wrote counts as text of outsiders. */
    strict_since: number | null
    /** How many days a conversation rests before it goes. */
    kept_days: number | null
    member_daily_tokens: number | null
    monthly_tokens: number | null
    model_key_sealed: string | null
    updated_at: number
  }
  /** What a role may do with a tool, where an admin said so. Primary key (workspace_id, tool, role). */
  tool_permissions: {
    workspace_id: WorkspaceId
    tool: string
    role: Role
    level: "never" | "ask" | "chooses" | "always"
  }
  /** Who changed which permissions, and what they were. */
  permission_changes: {
    id: string
    workspace_id: WorkspaceId
    account_id: string
    /** JSON: the rows that were changed, as they were. */
    before: string
    after: string
    created_at: number
  }
  /** Goes with its person's membership. Nobody else reads it. */
  conversations: {
    id: string
    workspace_id: WorkspaceId
    account_id: string
    title: string
    /** The last message of the branch that is looked at. */
    head_id: string | null
    /** JSON: names of what was read that people outside wrote. It only grows. */
    outsiders: string
    /** JSON: where what was read came from, `workspace` or a tool server's id. It only grows. */
    sources: string
    /** JSON: the objects that were read, which may be cited. */
    seen: string
    /** Sealed JSON: the capabilities that stand in it as handles. */
    handles_sealed: string | null
    created_at: number
    updated_at: number
  }
  assistant_messages: {
    id: string
    conversation_id: string
    /** The message that it follows; null for the first ones. Several may follow one: branches. */
    parent_id: string | null
    role: "person" | "assistant"
    /** The run that wrote it. */
    run_id: string | null
    /** JSON. */
    parts: string
    /** JSON: what was so when its person asked, for the model. Null for answers, and for older questions. */
    facts: string | null
    input_tokens: number | null
    output_tokens: number | null
    created_at: number
  }
  /** The work on one answer, or on taking back what was done. */
  assistant_runs: {
    id: string
    conversation_id: string
    workspace_id: WorkspaceId
    account_id: string
    kind: "answer" | "undo"
    state: "queued" | "running" | "waiting" | "done" | "stopped" | "failed"
    /** Until when the process that works on it may be silent. */
    lease_until: number | null
    /** Counts the processes that took it; only the last of them may write. */
    turn: Generated<number>
    steps: Generated<number>
    calls: Generated<number>
    tokens: Generated<number>
    worked_ms: Generated<number>
    /** What its present step has reserved and not settled, as JSON. */
    reserved: string | null
    stop_asked_at: number | null
    created_at: number
    updated_at: number
  }
  assistant_calls: {
    id: string
    conversation_id: string
    run_id: string
    message_id: string
    /** The id that the model gave it. */
    wire_id: string
    /** Its place among the calls of its message. */
    position: number
    tool: string
    /** Canonical JSON, as the model gave them. */
    arguments: string
    arguments_digest: string
    definition_digest: string
    state: CallState
    level: "never" | "ask" | "always"
    /** The layer that decided the level. */
    layer: string
    why: string
    /** JSON: what may be answered besides once and no. */
    offers: string
    /** Calls that are approved together. */
    plan: string | null
    /** JSON. */
    rehearsal: string | null
    decision: "once" | "conversation" | "always" | "no" | "message" | null
    decided_by: string | null
    decided_at: number | null
    /** What the person said with it, for the model. */
    word: string | null
    /** What the model gets: JSON without capabilities. */
    result: string | null
    summary: string
    /** JSON. */
    facts: string
    /** JSON: what takes it back, and what its object was like after it; null where nothing does. */
    undo: string | null
    undo_refusal: string | null
    expires_at: number | null
    created_at: number
    updated_at: number
  }
  /** The last line of a workspace's record. */
  assistant_chains: {
    workspace_id: WorkspaceId
    seq: number
    hash: string
  }
  /** The record: one line for each call that ended, without its text. Primary key (workspace_id, seq). */
  assistant_entries: {
    workspace_id: WorkspaceId
    seq: number
    call_id: string
    account_id: string
    tool: string
    arguments_digest: string
    definition_digest: string
    level: string
    layer: string
    decision: string | null
    decided_by: string | null
    decided_at: number | null
    outcome: string
    role: Role
    at: number
    previous_hash: string
    /** SHA-256 over the line and the hash of the one before. */
    hash: string
  }
  /** What a member wishes for a tool. Primary key (account_id, workspace_id, tool). */
  member_tool_choices: {
    account_id: string
    workspace_id: WorkspaceId
    tool: string
    level: "ask" | "always"
    /** The definition that it is for. */
    definition_digest: string
    expires_at: number
  }
  /** What a person allowed for one conversation. Primary key (conversation_id, tool). */
  conversation_allowances: {
    conversation_id: string
    tool: string
    definition_digest: string
  }
  /** Tokens by whom and when: `member <account> <workspace>` by day, `workspace <id>` by month, `installation` by day. */
  assistant_spending: {
    subject: string
    period: string
    tokens: Generated<number>
    /** Millionths of a dollar. */
    micros: Generated<number>
    updated_at: number
  }
}
