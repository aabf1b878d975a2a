/** The `error` codes of RFC 6749 §4.1.2.1 and §5.2, RFC 8707 §2, and one of this service for too many requests. */
export type OAuthErrorCode =
  | "invalid_request"
  | "invalid_client"
  | "invalid_grant"
  | "invalid_scope"
  | "invalid_target"
  | "unsupported_grant_type"
  | "unsupported_response_type"
  | "access_denied"
  | "server_error"
  | "rate_limited"

/** A refusal in OAuth's form. `message` becomes `error_description`: plain ASCII, without quotes or backslashes. */
export class OAuthError extends Error {
  override readonly name = "OAuthError"
  readonly code: OAuthErrorCode
  readonly status: number

  constructor(code: OAuthErrorCode, message: string, status = 400) {
    super(message)
    this.code = code
    this.status = status
  }
}

export const notAForm = () =>
  new OAuthError("invalid_request", "Send the parameters as application/x-www-form-urlencoded.")
