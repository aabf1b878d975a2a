/** Short links, team time and chat commands. */
export interface StudioTables {
  /** Short links; `clicks` is every visitor who was sent on. */
  short_links: {
    id: string
    workspace_id: string
    /** `shared`, or `<workspace id>/<hostname>` on a domain of its own. Unique with `slug`, the trash included. */
    namespace: string
    slug: string
    /** A normalised http or https address. */
    destination: string
    title: string | null
    /** What becomes of the query that a visitor brings. */
    visitor_query: "dropped" | "passed"
    clicks: number
    click_limit: number | null
    expires_at: number | null
    created_by: string | null
    created_at: number
    updated_at: number
    /** By an operator. */
    suspended_at: number | null
    /** In the trash since then; gone for good after 30 days. */
    deleted_at: number | null
  }
  /** When a member works; primary key (account_id, workspace_id). This and the next two go when the member goes. */
  team_times: {
    workspace_id: string
    account_id: string
    /** IANA name. */
    time_zone: string
    /** JSON: spans of the week. */
    hours: string
    updated_at: number
  }
  /** Days that differ from the week; primary key (account_id, workspace_id, date). */
  date_overrides: {
    workspace_id: string
    account_id: string
    date: string
    /** JSON: spans of the day; none on a day off. */
    hours: string
    updated_at: number
  }
  /** A member's personal calendar, one each (unique). A new address is a new id. */
  stream_plans: {
    id: string
    workspace_id: string
    account_id: string
    address_sealed: string
    /** Sealed JSON: the busy spans up to `known_until`. */
    busy_sealed: string
    known_until: number
    unreadable_events: number
    unknown_zone_events: number
    etag: string | null
    last_modified: string | null
    /** When the calendar was last read in full, and when it was last known to be the same. */
    read_at: number
    refreshed_at: number
    /** What went wrong since, in a sentence for the member. */
    failed_at: number | null
    failures: number
    error: string | null
    due_at: number
    created_at: number
  }
  /** The StreamElements channel of a workspace, at most one. */
  chat_channels: {
    workspace_id: string
    /** Names this connection; another one each time that a channel is connected. */
    connection: string
    channel_id: string
    channel_name: string
    token_kind: "jwt" | "oauth"
    token_sealed: string
    connected_at: number
  }
}
