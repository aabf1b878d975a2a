import type { WorkspaceId } from "#kernel/workspace-id.ts"

/** The rights that people have granted to agents, and the record of their use. */
export interface ConnectionTables {
  /** An authorization request that waits for its person to sign in and decide. */
  authorization_requests: {
    id: string
    client_id: string
    redirect_uri: string
    /** Space-separated. */
    scope: string
    state: string | null
    code_challenge: string
    resource: string
    created_at: number
    expires_at: number
    decided_at: number | null
    /** What was allowed; null before the decision, and after a refusal. */
    grant_id: string | null
  }
  /** A person's grant to an agent: each row is a connected app. */
  grants: {
    id: string
    account_id: string
    client_id: string
    /** Null: all workspaces of the person; then `default_workspace_id` is used when a call names none. */
    workspace_id: WorkspaceId | null
    default_workspace_id: WorkspaceId
    scope: string
    resource: string
    redirect_uri: string
    created_at: number
    last_used_at: number | null
    revoked_at: number | null
    revoked_reason: string | null
    /** For a grant for every workspace: ids of those it no longer includes, a space before each. */
    left_out: string
    /** What the app called itself at its last `initialize`. */
    program: string | null
    /** The grant ends then (180 days), even if it is refreshed. */
    expires_at: number
  }
  authorization_codes: {
    /** SHA-256 of the code. */
    hash: string
    grant_id: string
    redirect_uri: string
    code_challenge: string
    expires_at: number
    used_at: number | null
  }
  access_tokens: {
    hash: string
    grant_id: string
    scope: string
    expires_at: number
  }
  refresh_tokens: {
    hash: string
    grant_id: string
    scope: string
    created_at: number
    expires_at: number
    /** When it was exchanged for its successor, which is an HMAC of it; null before. */
    rotated_at: number | null
    successor_hash: string | null
  }
  audit_entries: {
    id: string
    grant_id: string
    account_id: string
    workspace_id: WorkspaceId | null
    tool: string
    /** SHA-256 of the canonical arguments. */
    arguments_digest: string
    outcome: string
    request_id: string
    /** The id of what a write made; empty when it has none. Null for what wrote nothing. */
    thing: string | null
    created_at: number
  }
}
