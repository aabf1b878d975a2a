/** Work that follows a commit. */
export interface JobTables {
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
}
