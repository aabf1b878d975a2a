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

/**
 * Fetches an address that somebody typed. Only http and https to public addresses; the connected address and every
 * redirect are checked. Refusals are ServiceErrors with one constant sentence, so that they reveal nothing.
 */
export interface HttpFetch {
  get(url: string, limits: FetchLimits): Promise<Fetched>
}
