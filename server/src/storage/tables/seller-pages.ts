import type { WorkspaceId } from "#kernel/workspace-id.ts"

/** The public pages of sellers, `/@<slug>`. */
export interface SellerPageTables {
  /** A page (unique workspace_id). */
  seller_pages: {
    workspace_id: WorkspaceId
    /** What the seller says about themselves: plain text. */
    about: string | null
    /** Since when visitors see the page; null while it is off. */
    shown_at: number | null
    updated_at: number
  }
  /** The short links that a page shows (unique workspace_id, link_id). */
  page_links: {
    workspace_id: WorkspaceId
    link_id: string
    /** What visitors read. The link's title is a note that they do not see. */
    label: string
    position: number
  }
  /** The offers that a page shows while they are published and not suspended (unique workspace_id, offer_id). */
  listed_offers: {
    workspace_id: WorkspaceId
    offer_id: string
    position: number
    listed_at: number
  }
}
