import type { Generated } from "kysely"
import type { WorkspaceId } from "#kernel/workspace-id.ts"

type CallState =
  | ("proposed" | "waiting" | "approved" | "running" | "done" | "failed" | "lost")
  | ("declined" | "expired" | "refused" | "undoing" | "undone")
type Role = "viewer" | "member" | "admin" | "owner"

/** Conversations with the assistant, its runs, calls and permissions, and the record of them. */
export interface AssistantTables {
  /** `epoch` rises when the permissions of a workspace's assistant are narrowed. A run's write locks the row. */
  assistant_permits: {
    workspace_id: WorkspaceId
    epoch: number
  }
  /** The choices of a workspace's owner. Without a row all settings have their defaults. */
  assistant_settings: {
    workspace_id: WorkspaceId
    switched_off_at: number | null
    /** Since when text of other members counts as text of outsiders. */
    strict_since: number | null
    kept_days: number | null
    member_daily_tokens: number | null
    monthly_tokens: number | null
    model_key_sealed: string | null
    silence_seconds: number | null
    updated_at: number
  }
  /** What a role may do with a tool, where an admin chose. Primary key (workspace_id, tool, role). */
  tool_permissions: {
    workspace_id: WorkspaceId
    tool: string
    role: Role
    level: "never" | "ask" | "chooses" | "always"
  }
  permission_changes: {
    id: string
    workspace_id: WorkspaceId
    account_id: string
    /** JSON: the changed rows with their former values. */
    before: string
    after: string
    created_at: number
  }
  /** Deleted with its person's membership. No other account can read it. */
  conversations: {
    id: string
    workspace_id: WorkspaceId
    account_id: string
    title: string
    search_title: string
    /** The last message of the branch that the person views. */
    head_id: string | null
    /** JSON: names of the objects with text of outsiders that were read. It only grows. */
    outsiders: string
    /** JSON: the sources of everything that was read, `workspace` or a tool server's id. It only grows. */
    sources: string
    /** JSON: the objects that were read. Answers may cite them. */
    seen: string
    /** Sealed JSON: the capabilities that the conversation contains as handles. */
    handles_sealed: string | null
    created_at: number
    updated_at: number
  }
  assistant_messages: {
    id: string
    workspace_id: WorkspaceId
    conversation_id: string
    /** The message that it follows; null for the first ones. Several may follow one message: branches. */
    parent_id: string | null
    role: "person" | "assistant"
    run_id: string | null
    /** JSON. */
    parts: string
    /** JSON: facts for the model as they were when the person asked. Null for answers, and for older questions. */
    facts: string | null
    input_tokens: number | null
    output_tokens: number | null
    created_at: number
  }
  assistant_runs: {
    id: string
    conversation_id: string
    workspace_id: WorkspaceId
    account_id: string
    kind: "answer" | "undo"
    state: "queued" | "running" | "waiting" | "done" | "stopped" | "failed"
    /** The end of the lease of the process that works on it. */
    lease_until: number | null
    /** Counts the leases. Only the process with the latest one may write. */
    turn: Generated<number>
    steps: Generated<number>
    calls: Generated<number>
    tokens: Generated<number>
    worked_ms: Generated<number>
    /** The tokens that the present step has reserved and not settled, as JSON. */
    reserved: string | null
    stop_asked_at: number | null
    created_at: number
    updated_at: number
  }
  assistant_calls: {
    id: string
    workspace_id: WorkspaceId
    conversation_id: string
    run_id: string
    message_id: string
    /** The id that the model gave the call. */
    wire_id: string
    position: number
    tool: string
    /** Canonical JSON of the model's arguments. */
    arguments: string
    arguments_digest: string
    definition_digest: string
    state: CallState
    level: "never" | "ask" | "always"
    /** The layer that decided the level. */
    layer: string
    why: string
    /** JSON: the possible decisions besides `once` and `no`. */
    offers: string
    /** Calls that are approved together. */
    plan: string | null
    /** JSON. */
    rehearsal: string | null
    decision: "once" | "conversation" | "always" | "no" | "message" | null
    decided_by: string | null
    decided_at: number | null
    /** The person's text with the decision, for the model. */
    word: string | null
    /** The result for the model: JSON without capabilities. */
    result: string | null
    summary: string
    /** JSON. */
    facts: string
    /** JSON: the call that undoes this one, and its object's state after it. Null where there is no undo. */
    undo: string | null
    undo_refusal: string | null
    expires_at: number | null
    created_at: number
    updated_at: number
  }
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
    /** SHA-256 over the line and the previous line's hash. */
    hash: string
  }
  /** A member's choice for a tool. Primary key (account_id, workspace_id, tool). */
  member_tool_choices: {
    account_id: string
    workspace_id: WorkspaceId
    tool: string
    level: "ask" | "always"
    definition_digest: string
    expires_at: number
  }
  /** What a person allowed for one conversation. Primary key (conversation_id, tool, workspace_id). */
  conversation_allowances: {
    conversation_id: string
    workspace_id: WorkspaceId
    tool: string
    definition_digest: string
  }
  /** Tokens of `member <account> <workspace>` by day, of `workspace <id>` by month, of `installation` by day. */
  assistant_spending: {
    subject: string
    period: string
    tokens: Generated<number>
    /** Millionths of a dollar. */
    micros: Generated<number>
    updated_at: number
  }
}
