import type { Generated } from "kysely"
import type { WorkspaceId } from "#kernel/workspace-id.ts"

/** Servers of others whose tools a workspace's assistant may use. JSON is text that the store parses. */
export interface ToolServerTables {
  tool_servers: {
    id: string
    workspace_id: WorkspaceId
    /** Stands in the names of its tools, and is given to no other server of the workspace again. */
    number: number
    name: string
    /** The address, sealed: it may hold a token. Empty once the server was detached. */
    url_sealed: string
    /** The host of the address, with its port: all that members see of it. */
    host: string
    auth: "none" | "bearer" | "oauth"
    /** Whether everybody signs in for themselves, or the workspace has one credential for all. */
    credentials: "personal" | "shared"
    /** Sealed JSON: where one signs in, and as which client. Null before that is known, and where nobody signs in. */
    place_sealed: string | null
    /** JSON: what it offers and was left out, with the reason. */
    left_out: string
    paused_at: number | null
    attached_by: string
    /** When its tools were listed last. */
    checked_at: number | null
    /** When they are listed again by themselves. */
    due_at: number
    /** A word of ours for why it could not be used last; null while it can. */
    failure: string | null
    created_at: number
    /** Of a server that was detached only this row is left, so that its number is not used again. */
    detached_at: number | null
  }
  /** What was reviewed of a tool, and what its server says now. Primary key (server_id, name). */
  pinned_tools: {
    server_id: string
    name: string
    /** What models call it; unique in its workspace. */
    model_name: string
    /** JSON: the definition that was reviewed; null before that. */
    pinned: string | null
    pinned_digest: string | null
    pinned_by: string | null
    pinned_at: number | null
    /** JSON: the definition that the server gave last; null once it gave none any more. */
    offered: string | null
    offered_digest: string | null
  }
  /** What opens a server. One that has ended opens nothing any more, and waits to be revoked there. */
  tool_server_tokens: {
    id: string
    workspace_id: WorkspaceId
    server_id: string
    /** The account that it serves, or `workspace` for all of them. */
    holder: string
    /** Who signed in or typed it. */
    account_id: string
    /** Sealed JSON: the tokens, and where they are from. */
    token_sealed: string
    scope: string | null
    expires_at: number | null
    /** Until when one process refreshes it. */
    refresh_until: number | null
    /** Counts the refreshes. */
    version: Generated<number>
    ended_at: number | null
    created_at: number
  }
  /** Sign-ins that are under way in a browser. */
  tool_server_sign_ins: {
    id: string
    /** SHA-256 of the state that comes back with the answer. */
    state_hash: string
    server_id: string
    holder: string
    account_id: string
    session_id: string
    /** Sealed JSON: the verifier, and where the code is redeemed. */
    flow_sealed: string
    expires_at: number
    created_at: number
  }
}
