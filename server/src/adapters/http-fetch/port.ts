export interface FetchLimits {
  /** Bytes after decompression. */
  maxBytes: number
  /** For the whole fetch, redirects included. */
  timeoutMs: number
  /** Sent unchanged: conditional requests (`if-none-match`), `accept`. */
  headers?: Record<string, string>
}

export interface Fetched {
  status: number
  headers: Record<string, string>
  body: Buffer
}

/** A body to post. */
export interface Posted {
  body: Buffer
  /** Sent unchanged. */
  headers: Record<string, string>
  timeoutMs: number
}

/**
 * Fetches an address that a user typed. Only http and https to public addresses; the connected address and every
 * redirect are checked. Refusals are ServiceErrors with one constant sentence, so that they reveal nothing.
 */
export interface HttpFetch {
  get(url: string, limits: FetchLimits): Promise<Fetched>
  /**
   * Posts, and returns the status and the headers. The response's body is not read. Redirects are returned, not
   * followed, since the body is meant for this address alone.
   */
  post(url: string, posted: Posted): Promise<Pick<Fetched, "status" | "headers">>
}
