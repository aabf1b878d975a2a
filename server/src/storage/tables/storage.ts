import type { WorkspaceId } from "#kernel/workspace-id.ts"

/** What is unique in the installation, the secret keys in use, the marks of commits, and when periodic work is due. */
export interface StorageTables {
  /** The workspace that has a name of which the installation has one. Primary key (kind, key). */
  directory: {
    /** `workspace`: its present and former slugs. `short_link`: present and former slugs on the shared host. */
    kind: "workspace" | "hostname" | "short_link" | "pay_key" | "checkout_session" | "payment"
    key: string
    workspace_id: WorkspaceId
    /** When another workspace may claim the key. Null: once it is released. */
    ends_at: number | null
  }
  secret_keys: {
    id: string
    created_at: number
  }
  /** Marks that show whether a commit with a lost response has succeeded. Deleted after ten minutes. */
  commits: {
    id: string
    made_at: number
    /** Set when the transaction did not commit and never will. */
    abandoned_at: number | null
  }
  /** When operators last completed something that metrics tell the age of. */
  operation_marks: {
    name: string
    at: number
  }
  sweeps: {
    name: string
    /** When a process may run it again: after the last run, or after the lease of the present one. */
    due_at: number
  }
}
