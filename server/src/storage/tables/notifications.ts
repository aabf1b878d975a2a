import type { WorkspaceId } from "#kernel/workspace-id.ts"

/** What people are told of, how they wish to be told, and the browsers that show it. */
export interface NotificationTables {
  /** The lines that members read, a row for each of them. They go with the membership. */
  notifications: {
    id: string
    workspace_id: WorkspaceId
    account_id: string
    /** What people switch on and off. */
    kind: string
    /** What happened; several belong to a kind. */
    happening: string
    /** What joins the same line while that is open: the happening, and what it is about where that matters. */
    line: string
    /** The id of what it is about; it leads there. */
    thing: string | null
    /** JSON: what it was called when it happened last. */
    words: string
    /** The weakest role that still sees it. */
    needed_role: "viewer" | "member" | "admin" | "owner"
    /** How many happenings the line stands for. */
    count: number
    /** Null where it is only mailed or pushed. */
    listed_at: number | null
    read_at: number | null
    /** More of the same joins it until then; null once it was read or another one took its place. */
    open_until: number | null
    /** When it is mailed or pushed; null when there is nothing to tell. */
    tell_at: number | null
    /** When it was pushed last. */
    told_at: number | null
    mailed_at: number | null
    created_at: number
    /** When something joined it last. */
    updated_at: number
  }
  /** What somebody chose about a kind; null where they chose nothing. Primary key (account_id, kind). */
  notification_choices: {
    account_id: string
    kind: string
    app: "on" | "off" | null
    mail: "on" | "off" | null
    push: "on" | "off" | null
    updated_at: number
  }
  /** Browsers that show notifications, one for each session; they go with it. */
  push_subscriptions: {
    id: string
    account_id: string
    session_id: string
    /** SHA-256 of the endpoint. */
    endpoint_hash: string
    /** The endpoint and the browser's keys, sealed JSON. */
    target_sealed: string
    /** Since when it has taken nothing. */
    failing_since: number | null
    created_at: number
  }
  /** The key pair that signs messages to browsers (RFC 8292). There is one row. */
  push_keys: {
    id: string
    public_key: string
    private_key_sealed: string
    created_at: number
  }
}
