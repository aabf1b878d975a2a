/** Idempotent requests with their answers, the outbox, the secret keys in use, and the marks of commits. */
export interface MachineryTables {
  /** One row per request that carried an Idempotency-Key. */
  idempotency_keys: {
    /** HMAC of method, concrete path, caller and key. */
    id: string
    /** HMAC of version and canonical JSON of the validated body. */
    fingerprint: string
    /** While it runs: when another request may take over. Null when nobody runs it. */
    lease_until: number | null
    /** Goes up with each execution; the answer is stored only by the execution that holds it. */
    run: number
    /** Sealed JSON {status, body}; null while there is no final answer. */
    answer: string | null
    created_at: number
  }
  /** Work that follows a commit (the outbox). A finished job is deleted, a dead one stays until somebody looks. */
  jobs: {
    id: string
    kind: string
    /** Whose slots it takes; see `laneOf`. */
    lane: string
    payload: string
    /** At most one waiting job has a given key (a unique index over those); null is no limit. */
    dedupe_key: string | null
    /** When it is due; while it runs, when its lease ends and it is due again. */
    run_at: number
    /** How often it was started. */
    attempts: number
    /** Names the run that holds it; null while it waits. */
    lease: string | null
    dead_at: number | null
    last_error: string | null
    created_at: number
  }
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
