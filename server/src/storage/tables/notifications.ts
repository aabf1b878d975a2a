import type { WorkspaceId } from "#kernel/workspace-id.ts"

/** Members' notifications, their choices about them, and the browsers that show them. */
export interface NotificationTables {
  /** A row for each line in a member's list. Deleted with the membership. */
  notifications: {
    id: string
    workspace_id: WorkspaceId
    account_id: string
    /** The kind that members switch on and off. */
    kind: string
    /** The event that the line is about. A kind has several. */
    happening: string
    /** Groups events into one row while that is open: the event, and its subject where the subject matters. */
    line: string
    /** The id of its subject, to which the line links. */
    thing: string | null
    /** JSON: the subject's name at the last event. */
    words: string
    needed_role: "viewer" | "member" | "admin" | "owner"
    count: number
    /** Null where it is only mailed or pushed. */
    listed_at: number | null
    read_at: number | null
    /** Until when further events join the line; null once it was read or a new line replaced it. */
    open_until: number | null
    /** When it is mailed or pushed; null when it is neither. */
    tell_at: number | null
    told_at: number | null
    mailed_at: number | null
    created_at: number
    updated_at: number
  }
  /** A person's choices about a kind; null where they chose nothing. Primary key (account_id, kind). */
  notification_choices: {
    account_id: string
    kind: string
    app: "on" | "off" | null
    mail: "on" | "off" | null
    push: "on" | "off" | null
    updated_at: number
  }
  /** Browsers that show notifications, one for each session. Deleted with the session. */
  push_subscriptions: {
    id: string
    account_id: string
    session_id: string
    endpoint_hash: string
    /** The endpoint and the browser's keys, sealed JSON. */
    target_sealed: string
    /** Since when pushing to it has failed. */
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
