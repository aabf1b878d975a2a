import type { WorkspaceId } from "#kernel/workspace-id.ts"

/** Workspaces, who belongs where, and their custom domains. */
export interface WorkspaceTables {
  workspaces: {
    id: WorkspaceId
    slug: string
    name: string
    /** Where buyers reach the seller: an e-mail address or an HTTPS address. */
    contact: string | null
    created_at: number
    suspended_at: number | null
    deleted_at: number | null
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
    /** When both records were found; null before, and after they have been missing for too long. */
    verified_at: number | null
    checked_at: number | null
    /** Since when the records of a verified domain have been missing. */
    failing_since: number | null
    created_at: number
  }
  /** Open invitations (unique workspace_id, email). The link is a MAC of the id. */
  invitations: {
    id: string
    workspace_id: WorkspaceId
    email: string
    role: "viewer" | "member" | "admin" | "owner"
    invited_by: string
    /** How many mails went out. */
    sent: number
    created_at: number
    expires_at: number
  }
}
