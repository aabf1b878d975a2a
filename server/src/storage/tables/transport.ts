export interface TransportTables {
  /** One row per request that carried an Idempotency-Key. */
  idempotency_keys: {
    /** HMAC of method, concrete path, caller and key. */
    id: string
    /** HMAC of version and canonical JSON of the validated body. */
    fingerprint: string
    /** While it runs: when another request may take over. Otherwise null. */
    lease_until: number | null
    /** Raised with each execution. Only the latest execution may store the answer. */
    run: number
    /** Sealed JSON {status, body}; null while there is no final answer. */
    answer: string | null
    created_at: number
  }
}
