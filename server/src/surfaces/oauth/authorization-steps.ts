import type { Scope } from "#access/scopes.ts"
import { acceptedRedirects, type Client, isRegisteredRedirect } from "./client.ts"
import { OAuthError } from "./oauth-error.ts"
import { need, type Parameters, readKnownScope } from "./parameters.ts"

/** RFC 6749 §2.2: the client is named by its identifier, which is not a secret. */
export function checkClient(parameters: Parameters, client: Client): string {
  if (parameters.find("client_id") === client.id) return client.id
  throw new OAuthError("invalid_request", "The parameter client_id does not name a registered client.")
}

/**
 * RFC 6749 §4.1.2.1: with a missing or mismatching redirection URI the server "MUST NOT automatically redirect the
 * user-agent to the invalid redirection URI."
 */
export function checkRedirectUri(parameters: Parameters, client: Client): string {
  const uri = need(parameters, "redirect_uri")
  if (isRegisteredRedirect(client, uri)) return uri
  const accepted = acceptedRedirects(client).join(", ")
  const sent = /^[!#-[\]-~]{1,300}$/.test(uri) ? `The redirect_uri ${uri}` : "The redirect_uri"
  const remedy = "Operators add others to SVC_OAUTH_CALLBACKS."
  throw new OAuthError("invalid_request", `${sent} is not registered. Accepted: ${accepted}. ${remedy}`)
}

/** RFC 6749 appendix A.5: `state = 1*VSCHAR`. Undefined when it cannot be returned unchanged. */
export function readState(parameters: Parameters): string | undefined {
  const state = parameters.find("state")
  return state !== undefined && /^[\x20-\x7e]{1,4096}$/.test(state) ? state : undefined
}

export function checkState(parameters: Parameters): void {
  if (parameters.find("state") === readState(parameters)) return
  throw new OAuthError("invalid_request", "The parameter state takes up to 4096 printable ASCII characters.")
}

/** RFC 6749 §3.1.1; the implicit grant "SHOULD NOT" be used (RFC 9700 §2.1.2), and no other type is defined here. */
export function checkResponseType(parameters: Parameters): void {
  if (need(parameters, "response_type") === "code") return
  throw new OAuthError("unsupported_response_type", "The only response_type is code.")
}

/** The redirect contains the code in the query (RFC 6749 §4.1.2), never in a fragment or a form. */
export function checkResponseMode(parameters: Parameters): void {
  const mode = parameters.find("response_mode")
  if (mode === undefined || mode === "query") return
  throw new OAuthError("invalid_request", "The only response_mode is query.")
}

/** RFC 7636 §4.4.1: "If the server requires PKCE […] and the client does not send the code_challenge" it is refused. */
export function checkChallenge(parameters: Parameters): string {
  const challenge = parameters.find("code_challenge")
  if (challenge === undefined) throw new OAuthError("invalid_request", "PKCE is required: send a code_challenge.")
  // RFC 7636 §4.3: without a method the challenge would be `plain`, which reveals the verifier.
  if (parameters.find("code_challenge_method") !== "S256") {
    throw new OAuthError("invalid_request", "The only code_challenge_method is S256.")
  }
  // RFC 7636 §4.2: BASE64URL of a SHA-256 has 43 characters.
  if (/^[\w-]{43}$/.test(challenge)) return challenge
  throw new OAuthError("invalid_request", "The code_challenge is not the base64url of a SHA-256.")
}

const readingScopes: Scope[] = ["links:read", "docs:read", "drive:read", "workspace:read"]

/** The default is to read. RFC 6749 §3.3: "process the request using a pre-defined default value or fail". */
export function chooseScope(parameters: Parameters): Scope[] {
  return readKnownScope(parameters) ?? readingScopes
}
