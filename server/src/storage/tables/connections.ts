import type { WorkspaceId } from "#kernel/workspace-id.ts"

/** What people allow agents, and what was done with it. */
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
  }
  /** What a person allowed an agent: one row is one connected app. */
  grants: {
    id: string
    account_id: string
    client_id: string
    /** Null: every workspace the person belongs to; then `default_workspace_id` is acted on unless the call names another. */
    workspace_id: WorkspaceId | null
    default_workspace_id: WorkspaceId
    scope: string
    resource: string
    redirect_uri: string
    created_at: number
    last_used_at: number | null
    revoked_at: number | null
    revoked_reason: string | null
    /** Of a grant for every workspace: the ids of those that it does not reach any more, a space before each. */
    left_out: string
    /** Refreshing ends here, however often it was done (180 days). */
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
    /** When it was first exchanged for its successor, which is an HMAC of it. */
    rotated_at: number | null
    /** The hash of that successor. */
    successor_hash: string | null
  }
  /** Every call of an agent, for the person to read. */
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
    created_at: number
  }
}
