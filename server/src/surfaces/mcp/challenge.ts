import { type Scope, scopes } from "#access/scopes.ts"
import type { Addresses } from "#kernel/addresses.ts"
import { resourceMetadataUrl } from "../transport/well-known.ts"
import type { Answer } from "./answer.ts"

const all = Object.keys(scopes) as Scope[]

/** A challenge that shows a client how to get a token, or one with more scopes. */
export interface Challenge {
  error: "invalid_token" | "insufficient_scope" | "workspace_forbidden"
  /** ASCII without quotes, since it is part of a header. */
  description: string
  /** The scopes that the client should request. */
  scopes: Iterable<Scope>
}

const statuses = { invalid_token: 401, insufficient_scope: 403, workspace_forbidden: 403 }

/**
 * Refuses a request with a `WWW-Authenticate` challenge (RFC 6750 §3, RFC 9728 §5.1). `scope` is always present, since
 * clients request every scope without it.
 */
export function challenge(addresses: Addresses, { error, description, scopes }: Challenge): Answer {
  const asked = new Set(scopes)
  const parts = [
    `error="${error}"`,
    `error_description="${description}"`,
    `scope="${all.filter((scope) => asked.has(scope)).join(" ")}"`,
    `resource_metadata="${resourceMetadataUrl(addresses)}"`,
  ]
  return {
    status: statuses[error],
    headers: { "www-authenticate": `Bearer ${parts.join(", ")}` },
    body: JSON.stringify({ error, error_description: description }),
  }
}

/**
 * Challenges a request without a valid token. It names every scope, because some clients request the scopes of their
 * first challenge and never widen the grant. The person unticks scopes on the consent page.
 */
export function invalidToken(addresses: Addresses, description: string): Answer {
  return challenge(addresses, { error: "invalid_token", description, scopes: all })
}
