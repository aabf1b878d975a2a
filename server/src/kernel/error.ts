/**
 * Every way the service refuses, once. `status` is the HTTP status, `rpc` the JSON-RPC code of a tool failure
 * (positive: outside the range that JSON-RPC and MCP keep for themselves).
 */
export const errorCodes = {
  invalid_request: { status: 400, rpc: 1400 },
  invalid_token: { status: 401, rpc: 1401 },
  insufficient_scope: { status: 403, rpc: 1403 },
  workspace_forbidden: { status: 403, rpc: 1403 },
  not_found: { status: 404, rpc: 1404 },
  conflict: { status: 409, rpc: 1409 },
  rate_limited: { status: 429, rpc: 1429 },
  internal_error: { status: 500, rpc: 1500 },
  upstream_error: { status: 500, rpc: 1500 },
} as const

export type ErrorCode = keyof typeof errorCodes

export interface ErrorDetail {
  /** What the caller can do about it; present only when there is something to do. */
  hint?: string
  /** Replaces the code's own HTTP status (405, 413, 415 and 431 are all `invalid_request`; 503 is `internal_error`). */
  status?: number
  /** The role that would do: who is refused belongs to the workspace, and lacks no more than this. */
  neededRole?: string
  /** Seconds to wait, sent as `Retry-After`. */
  retryAfterSeconds?: number
  /** The fault behind it; logged, never sent. */
  cause?: unknown
}

/** A refusal with a sentence fit for the caller. Anything else that is thrown is our fault and answers 500. */
export class ServiceError extends Error {
  override readonly name = "ServiceError"
  readonly code: ErrorCode
  readonly status: number
  readonly hint: string | undefined
  readonly neededRole: string | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, message: string, detail: ErrorDetail = {}) {
    super(message, { cause: detail.cause })
    this.code = code
    this.status = detail.status ?? errorCodes[code].status
    this.hint = detail.hint
    this.neededRole = detail.neededRole
    this.retryAfterSeconds = detail.retryAfterSeconds
  }
}

/** The refusal of input that does not fit; `message` and `hint` are whole sentences. */
export function invalidInput(message: string, hint?: string): ServiceError {
  return new ServiceError("invalid_request", message, hint === undefined ? {} : { hint })
}

/** Somebody else's server failed us. `cause` goes to the log only. */
export function upstreamError(what: string, cause?: unknown): ServiceError {
  return new ServiceError("upstream_error", `${what} did not answer as it should.`, {
    hint: "Try again in a moment; with the same Idempotency-Key it is safe.",
    cause,
  })
}

/** Whether it was somebody else's server that failed. */
export function isUpstreamError(error: unknown): boolean {
  return error instanceof ServiceError && error.code === "upstream_error"
}
