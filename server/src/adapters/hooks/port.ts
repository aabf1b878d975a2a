export interface HookRequest {
  readonly url: string
  /** Sent byte for byte. */
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

/** The fault of the receiver's certificate or handshake that prevented an HTTPS connection. */
export type TlsFault =
  | "self_signed"
  | "expired"
  | "not_yet_valid"
  | "wrong_name"
  | "unknown_issuer"
  | "incomplete_chain"
  | "bad_certificate"
  | "plain_http"
  | "old_tls"
  | "handshake_cut"
  | "handshake_refused"

/** The outcome of a request. `fault` says why no response arrived. */
export interface HookAnswer {
  readonly status: number | null
  readonly fault: "address" | "unreachable" | "silent" | TlsFault | null
  /** The beginning of the response's body: 1 kB of text. */
  readonly text: string
  /** How long the receiver asks for no further request, in milliseconds; null if it does not say. At most a day. */
  readonly retryAfterMs: number | null
}

/** Posts webhooks: https on port 443 to public addresses, without redirects. Connections are kept for a moment. */
export interface Hooks {
  /** Whether the installation sends no webhooks (`SVC_WEBHOOKS`). */
  readonly isOff: boolean
  /** The most requests to an endpoint in a second. */
  readonly mostPerSecond: number
  /** The most requests to an endpoint that wait for their responses. */
  readonly mostAtOnce: number
  /** Whether the installation's setting allows the host, and it leads to public addresses only. Looks it up. */
  check(url: string): Promise<boolean>
  /** Takes at most 15 seconds, and reads at most 16 kB. Never throws for a fault of the receiver. */
  post(request: HookRequest): Promise<HookAnswer>
  close(): Promise<void>
}
