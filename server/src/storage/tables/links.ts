import type { WorkspaceId } from "#kernel/workspace-id.ts"

/** Short links. */
export interface LinkTables {
  /** Short links; `clicks` is every visitor who was sent on. */
  short_links: {
    id: string
    workspace_id: WorkspaceId
    /** `shared`, or `<workspace id>/<hostname>` for a domain of its own. Unique with `slug`, including the trash. */
    namespace: string
    slug: string
    /** A normalised http or https address. */
    destination: string
    title: string | null
    /** What happens to the query of a visitor's address. */
    visitor_query: "dropped" | "passed"
    clicks: number
    click_limit: number | null
    expires_at: number | null
    created_by: string | null
    created_at: number
    updated_at: number
    /** When an operator suspended it. */
    suspended_at: number | null
    /** When it was moved to the trash. Deleted after 30 days. */
    deleted_at: number | null
  }
  /**
   * Clicks by day; they name nobody. A row tells the device and the referrer of clicks, and all of these together say as
   * many as the link's total; or it tells their country, where that is known.
   */
  link_days: {
    link_id: string
    /** The link's. No foreign key: it would lock the workspace's row with each click. */
    workspace_id: WorkspaceId
    /** Midnight UTC, at its beginning. */
    day: number
    /** Empty in a row that tells the country. */
    device: "phone" | "tablet" | "desktop" | "other" | ""
    /** A public host; empty where none was named, `*` for all above the cap of a link's day. */
    referrer: string
    /** ISO 3166-1, two letters; empty in a row that tells the device and the referrer. */
    country: string
    clicks: number
  }
  /** Clicks of all links of a workspace on a closed day: the sum of its `link_days`. */
  click_days: {
    workspace_id: WorkspaceId
    /** Midnight UTC, at its beginning. */
    day: number
    clicks: number
  }
  /** What a workspace calls groups of its links. A name is there once, whatever its case. */
  link_tags: {
    id: string
    workspace_id: WorkspaceId
    /** As it was first written. */
    name: string
    /** The name in the form that is compared: NFKC, in lower case. */
    folded_name: string
    created_at: number
  }
  /** Which links have which tags; primary key (link_id, tag_id). */
  tagged_links: {
    link_id: string
    tag_id: string
    /** The link's `created_at`, which never changes. */
    link_created_at: number
  }
}
