import type { Addresses } from "#kernel/addresses.ts"

/** The response parameters: RFC 6749 §4.1.2 or §4.1.2.1. */
type ResponseParameters = { code: string } | { error: string; error_description: string }

/** `state` is the client's own, if it sent one. */
export function authorizationResponse(
  { auth }: Pick<Addresses, "auth">,
  { redirectUri, state }: { redirectUri: string; state?: string | undefined },
  parameters: ResponseParameters,
): string {
  const query = new URLSearchParams(parameters)
  if (state !== undefined) query.set("state", state)
  // RFC 9207 §2: "an authorization server MUST indicate its identity by including the iss parameter", errors included.
  query.set("iss", auth)
  // RFC 6749 §3.1.2: the URI's own query "MUST be retained when adding additional query parameters".
  return `${redirectUri}${redirectUri.includes("?") ? "&" : "?"}${query}`
}
