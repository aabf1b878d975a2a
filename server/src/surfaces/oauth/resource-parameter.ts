import type { Addresses } from "#kernel/addresses.ts"
import { signInFirst } from "../transport/well-known.ts"
import { OAuthError } from "./oauth-error.ts"
import type { Parameters } from "./parameters.ts"

/** RFC 8707 §2. Clients write the tool server's address, with or without a trailing slash, or its host's root. */
export function checkResource(parameters: Parameters, { mcp }: Pick<Addresses, "mcp">): void {
  const accepted = [mcp, new URL(mcp).origin].flatMap((address) => [address, `${address}/`])
  accepted.push(...accepted.slice(0, 2).map((address) => `${address}${signInFirst}`))
  if (parameters.all("resource").every((resource) => accepted.includes(resource))) return
  // RFC 8707 §2: "invalid_target: The requested resource is invalid, missing, unknown, or malformed."
  throw new OAuthError("invalid_target", `Tokens are issued for ${mcp} only.`)
}
