import type { WorkspaceId } from "#kernel/workspace-id.ts"

export interface TeamTimeTables {
  /** When a member works; primary key (account_id, workspace_id). Deleted with the member, as the next two are. */
  team_times: {
    workspace_id: WorkspaceId
    account_id: string
    /** IANA name. */
    time_zone: string
    hours: string
    updated_at: number
  }
  /** Days with special hours; primary key (account_id, workspace_id, date). */
  date_overrides: {
    workspace_id: WorkspaceId
    account_id: string
    date: string
    /** JSON: spans of the day; none on a day off. */
    hours: string
    updated_at: number
  }
  /** A member's personal calendar, at most one each. A new address gets a new id. */
  stream_plans: {
    id: string
    workspace_id: WorkspaceId
    account_id: string
    address_sealed: string
    /** Sealed JSON: the busy spans up to `known_until`. */
    busy_sealed: string
    known_until: number
    unreadable_events: number
    unknown_zone_events: number
    /** Sealed JSON: the names of the first unreadable events. Null when there are none. */
    left_out_sealed: string | null
    etag: string | null
    last_modified: string | null
    /** When the calendar was last read in full, and when it was last found unchanged. */
    read_at: number
    refreshed_at: number
    /** Since when fetching has failed, how often, and why, in a sentence for the member. */
    failed_at: number | null
    failures: number
    error: string | null
    due_at: number
    created_at: number
  }
}
