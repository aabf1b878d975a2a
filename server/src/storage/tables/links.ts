import type { WorkspaceId } from "#kernel/workspace-id.ts"

/** Short links. */
export interface LinkTables {
  /** Short links; `clicks` is every visitor who was sent on. */
  short_links: {
    id: string
    workspace_id: WorkspaceId
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
}
