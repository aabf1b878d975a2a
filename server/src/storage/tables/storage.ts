/** The secret keys in use, and the marks of commits. */
export interface StorageTables {
  /** The ids of the secret keys that data were made with; see `secret-keys.ts`. */
  secret_keys: {
    id: string
    created_at: number
  }
  /** Marks by which a commit is found out whose answer was lost; they are removed after ten minutes. */
  commits: {
    id: string
    made_at: number
    /** The transaction did not commit, and never will. */
    abandoned_at: number | null
  }
}
