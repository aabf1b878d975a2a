import type { Generated } from "kysely"
import type { WorkspaceId } from "#kernel/workspace-id.ts"

export interface LinkTables {
  /** `clicks` counts the visitors who were redirected, also those before an import. */
  short_links: {
    id: string
    workspace_id: WorkspaceId
    /**
     * `shared`, or `<workspace id>/<hostname>` for a domain of its own. Unique with `slug`, including the trash: without
     * case in `shared`, exactly on a domain.
     */
    namespace: string
    slug: string
    /** The slug in lower case. Null when it is the same. */
    folded_slug: string | null
    /** A normalised http or https address. */
    destination: string
    title: string | null
    search_text: Generated<string>
    visitor_query: "dropped" | "passed"
    clicks: number
    /** Those of `clicks` that another service counted. The click limit does not count them. */
    clicks_before: number
    click_limit: number | null
    expires_at: number | null
    created_by: string | null
    created_at: number
    updated_at: number
    suspended_at: number | null
    deleted_at: number | null
    /** The import that made it. */
    import_id: string | null
  }
  /** PostgreSQL keeps the pieces of search texts in a column. SQLite keeps them in `link_pieces_fts`. */
  link_pieces: {
    number: Generated<number>
    link_id: string
    workspace_id: WorkspaceId
  }
  /** Files whose rows became links. */
  link_imports: {
    id: string
    workspace_id: WorkspaceId
    file_name: string
    /** How many links it made. */
    links: number
    created_by: string | null
    created_at: number
    /** From then on it makes no more links. */
    undone_at: number | null
  }
  /** Slugs that links had before. Until `ends_at` each redirects to its link, and no other link may take it. */
  former_link_slugs: {
    id: string
    workspace_id: WorkspaceId
    link_id: string
    /** As in `short_links`. Unique with `slug` in the same way. */
    namespace: string
    slug: string
    folded_slug: string | null
    /** Null: never. */
    ends_at: number | null
  }
  /** A row counts a device and a referrer, or a country where known. The first kind adds up to the link's total. */
  link_days: {
    link_id: string
    /** The link's workspace. It is no foreign key to it: that would lock the workspace's row with each click. */
    workspace_id: WorkspaceId
    /** Midnight UTC, at its beginning. */
    day: number
    /** Empty in a row that counts a country. */
    device: "phone" | "tablet" | "desktop" | "other" | ""
    /** A public host, or an Android app's id. Empty without a referrer; `*` for all referrers above the cap of a link's day. */
    referrer: string
    /** ISO 3166-1, two letters. Empty in a row that counts a device and a referrer. */
    country: string
    clicks: number
  }
  click_days: {
    workspace_id: WorkspaceId
    day: number
    clicks: number
  }
  /** A workspace's tags for links. A name exists once, in any case. */
  link_tags: {
    id: string
    workspace_id: WorkspaceId
    name: string
    /** The name in the form that is compared: NFKC, in lower case. */
    folded_name: string
    created_at: number
  }
  /** Which links have which tags; primary key (link_id, tag_id, workspace_id). */
  tagged_links: {
    link_id: string
    workspace_id: WorkspaceId
    tag_id: string
    /** The link's `created_at`, which never changes. */
    link_created_at: number
  }
}
