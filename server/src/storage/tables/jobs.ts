/** Work that follows a commit (the outbox). */
export interface JobTables {
  /** A finished job is deleted. A dead one is kept for 90 days. */
  jobs: {
    id: string
    kind: string
    /** The lane whose slots it uses; see `laneOf`. */
    lane: string
    payload: string
    /** At most one waiting job may have a key (a unique index over those); null means no limit. */
    dedupe_key: string | null
    /** When it is due. While it runs, when its lease ends and it would be due again. */
    run_at: number
    /** How often it was started. */
    attempts: number
    /** The id of the run that has it; null while it waits. */
    lease: string | null
    dead_at: number | null
    last_error: string | null
    created_at: number
    /** The span that enqueued it (W3C Trace Context). Null if that was not traced. */
    traceparent: string | null
  }
}
