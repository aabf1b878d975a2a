import type { Generated } from "kysely"
import type { WorkspaceId } from "#kernel/workspace-id.ts"

/** Workspaces, their members, and their custom domains. */
export interface WorkspaceTables {
  workspaces: {
    id: WorkspaceId
    slug: string
    name: string
    /** Where buyers reach the seller: an e-mail address or an HTTPS address. */
    contact: string | null
    created_at: number
    /** The key of the stored logo; null without one. */
    logo_key: string | null
    suspended_at: number | null
    deleted_at: number | null
    /** When its contents were deleted for good, 30 days after that. */
    emptied_at: number | null
    /** JSON: the origins of the sites that may frame its checkouts. */
    sites: Generated<string>
  }
  /** The logos of workspaces (unique workspace_id), scaled down and re-encoded. */
  logos: {
    key: string
    workspace_id: WorkspaceId
    /** Base64. */
    png: string
  }
  /** Members of workspaces; primary key (workspace_id, account_id). */
  members: {
    workspace_id: WorkspaceId
    account_id: string
    role: "viewer" | "member" | "admin" | "owner"
    created_at: number
  }
  /**
   * Custom domains. Any workspace may request one (unique workspace_id, hostname); one owns it (unique if verified).
   */
  domains: {
    id: string
    workspace_id: WorkspaceId
    hostname: string
    /** When its records were found; null before, and after they have been missing for too long. */
    verified_at: number | null
    checked_at: number | null
    /** How many checks in a row had no response, the running one included. */
    checks_unanswered: Generated<number>
    /** Null when no check is planned: it waited for a month. */
    check_due_at: number | null
    /** When a member last asked for it, or when it was detached. Checks become rarer from then on. */
    looking_since: number | null
    /** When its claim record was last found; null once that has been missing for a day. */
    claimed_at: number | null
    /** When its name was last found to lead here; null while it does not. */
    leads_at: number | null
    taken_at: number | null
    certificate_at: number | null
    /** Since when the records of a verified domain have been missing. */
    failing_since: number | null
    /** JSON: the values that the last check found; null before the first check. */
    found: string | null
    created_at: number
  }
  /** Open invitations (unique workspace_id, email). The link is a MAC of the id. */
  invitations: {
    id: string
    workspace_id: WorkspaceId
    email: string
    role: "viewer" | "member" | "admin" | "owner"
    invited_by: string
    sent: number
    created_at: number
    expires_at: number
  }
}
