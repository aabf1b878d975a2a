/** The secret keys in use, the marks of commits, and when periodic work is due. */
export interface StorageTables {
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
  sweeps: {
    name: string
    /** When a process may run it again: after the last run, or after the lease of the present one. */
    due_at: number
  }
}
