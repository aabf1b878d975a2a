/** `status` is HTTP's; `rpc` is a tool failure's JSON-RPC code, outside the range that JSON-RPC and MCP reserve. */
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
  /** The caller's next step; absent where the caller can do nothing. */
  hint?: string | undefined
  /** Replaces the code's own HTTP status (405, 413, 415 and 431 are all `invalid_request`; 503 is `internal_error`). */
  status?: number
  /** The role that the call needs. Given only when the caller is a member of the workspace with a lower role. */
  neededRole?: string
  /** The first refused field of the input. */
  field?: string
  /** Seconds to wait, sent as `Retry-After`. */
  retryAfterSeconds?: number
  /** The underlying fault. It is logged, never sent. */
  cause?: unknown
}

/** A refusal whose message the caller may see. Any other thrown error is a bug of this service and gives a 500. */
export class ServiceError extends Error {
  override readonly name = "ServiceError"
  readonly code: ErrorCode
  readonly status: number
  readonly hint: string | undefined
  readonly neededRole: string | undefined
  readonly field: string | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(code: ErrorCode, message: string, detail: ErrorDetail = {}) {
    super(message, { cause: detail.cause })
    this.code = code
    this.status = detail.status ?? errorCodes[code].status
    this.hint = detail.hint
    this.neededRole = detail.neededRole
    this.field = detail.field
    this.retryAfterSeconds = detail.retryAfterSeconds
  }
}

/** The refusal of invalid input. `message` and `hint` are whole sentences. `field` names the refused field. */
export function invalidInput(message: string, hint?: string, field?: string): ServiceError {
  return new ServiceError("invalid_request", message, { hint, ...(field && { field }) })
}

/** The refusal for the state that things are in. `hint` is the caller's next step. */
export const conflict = (message: string, hint?: string) => new ServiceError("conflict", message, { hint })

/** The refusal for a thing that does not exist, or that the caller may not see. */
export const notFound = (message: string, hint?: string) => new ServiceError("not_found", message, { hint })

/** Returns the error for a failure of another company's server. `cause` is logged only. */
export function upstreamError(what: string, cause?: unknown): ServiceError {
  return new ServiceError("upstream_error", `${what} is unavailable.`, {
    hint: "Try again in a moment.",
    cause,
  })
}

export function isUpstreamError(error: unknown): boolean {
  return error instanceof ServiceError && error.code === "upstream_error"
}
