export interface FetchLimits {
  /** Bytes after decompression. */
  maxBytes: number
  /** For everything, redirects included. */
  timeoutMs: number
  /** Sent as they are: conditional requests (`if-none-match`), `accept`. */
  headers?: Record<string, string>
}

export interface Fetched {
  status: number
  headers: Record<string, string>
  body: Buffer
}

/** What is posted. */
export interface Posted {
  body: Buffer
  /** Sent as they are. */
  headers: Record<string, string>
  timeoutMs: number
}

/**
 * Fetches an address that somebody typed. Only http and https to public addresses; the connected address and every
 * redirect are checked. Refusals are ServiceErrors with one constant sentence, so that they reveal nothing.
 */
export interface HttpFetch {
  get(url: string, limits: FetchLimits): Promise<Fetched>
  /**
   * Posts, and answers the status and the headers. The answer's body is not read. A redirect is an answer like any
   * other, and is not followed: what was posted is meant for this address alone.
   */
  post(url: string, posted: Posted): Promise<Pick<Fetched, "status" | "headers">>
}
