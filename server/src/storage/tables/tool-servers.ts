import type { Generated } from "kysely"
import type { WorkspaceId } from "#kernel/workspace-id.ts"

/** External servers whose tools a workspace's assistant may use. JSON is text that the store parses. */
export interface ToolServerTables {
  tool_servers: {
    id: string
    workspace_id: WorkspaceId
    /** Part of the names of its tools. The workspace never assigns it to another server. */
    number: number
    name: string
    /** The address, sealed: it may contain a token. Empty once the server was detached. */
    url_sealed: string
    /** The host of the address, with its port. Members see no other part of the address. */
    host: string
    auth: "none" | "bearer" | "oauth"
    credentials: "personal" | "shared"
    /** Sealed JSON: where members sign in, and as which client. Null before that is known, and without sign-in. */
    place_sealed: string | null
    /** JSON: the tools that were left out, with the reason. */
    left_out: string
    paused_at: number | null
    attached_by: string
    checked_at: number | null
    due_at: number
    /** This service's code for the last failure; null while the server works. */
    failure: string | null
    created_at: number
    /** When it was detached. The row stays, so that its number is not used again. */
    detached_at: number | null
  }
  /** A tool's reviewed definition, and its server's present one. Primary key (server_id, name, workspace_id). */
  pinned_tools: {
    server_id: string
    workspace_id: WorkspaceId
    name: string
    /** The tool's name for models; unique in its workspace. */
    model_name: string
    /** JSON: the reviewed definition; null before the review. */
    pinned: string | null
    pinned_digest: string | null
    pinned_by: string | null
    pinned_at: number | null
    /** JSON: the server's last definition; null once the server no longer has the tool. */
    offered: string | null
    offered_digest: string | null
    /** The model that refused this definition, and so gets no such tool; null while none did. */
    refused_by: string | null
  }
  /** Credentials for a server. An ended one is no longer used, and waits to be revoked at the server. */
  tool_server_tokens: {
    id: string
    workspace_id: WorkspaceId
    server_id: string
    /** The account that may use it, or `workspace` for all members. */
    holder: string
    /** The account that signed in or typed it. */
    account_id: string
    /** Sealed JSON: the tokens, and the authorization server that issued them. */
    token_sealed: string
    scope: string | null
    expires_at: number | null
    refresh_until: number | null
    /** Counts the refreshes. */
    version: Generated<number>
    ended_at: number | null
    created_at: number
  }
  tool_server_sign_ins: {
    id: string
    /** SHA-256 of the state that the redirect back contains. */
    state_hash: string
    server_id: string
    holder: string
    account_id: string
    session_id: string
    /** Sealed JSON: the PKCE verifier, and where the code is redeemed. */
    flow_sealed: string
    expires_at: number
    created_at: number
  }
}
