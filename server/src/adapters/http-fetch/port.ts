export interface FetchLimits {
  /** Bytes after decompression. */
  maxBytes: number
  /** The time for the whole fetch, redirects included. */
  timeoutMs: number
  /** Sent unchanged: conditional requests (`if-none-match`), `accept`. */
  headers?: Record<string, string>
  /** Returns a redirect instead of following it. */
  returnsRedirects?: boolean
}

export interface Fetched {
  status: number
  headers: Record<string, string>
  body: Buffer
}

export interface Posted {
  body: Buffer
  headers: Record<string, string>
  timeoutMs: number
}

/**
 * Only http and https to public addresses, redirects too. Refusals are one constant ServiceError, to reveal nothing.
 */
export interface HttpFetch {
  get(url: string, limits: FetchLimits): Promise<Fetched>
  /** Does not read the response's body. Returns redirects, since the body is meant for this address alone. */
  post(url: string, posted: Posted): Promise<Pick<Fetched, "status" | "headers">>
}
