import { type Scope, scopes } from "#access/scopes.ts"
import type { Addresses } from "#kernel/addresses.ts"
import { resourceMetadataUrl } from "../transport/well-known.ts"
import type { HttpAnswer } from "./answer.ts"

const all = Object.keys(scopes) as Scope[]

export interface Challenge {
  error: "invalid_token" | "insufficient_scope" | "workspace_forbidden"
  /** ASCII without quotes, since it is part of a header. */
  description: string
  scopes: Iterable<Scope>
}

const statuses = { invalid_token: 401, insufficient_scope: 403, workspace_forbidden: 403 }

/** RFC 6750 §3, RFC 9728 §5.1. `scope` is always present, since clients request every scope without it. */
export function challenge(addresses: Addresses, { error, description, scopes }: Challenge): HttpAnswer {
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

/** Names every scope: some clients never widen the grant of their first challenge. The person unticks scopes. */
export function invalidToken(addresses: Addresses, description: string): HttpAnswer {
  return challenge(addresses, { error: "invalid_token", description, scopes: all })
}

/** RFC 6750 §2.1: `b64token`. */
const bearer = /^Bearer +([\w\-.~+/]+=*)$/i

/** Undefined without an `Authorization` header, null for one without a bearer token. */
export function readBearer(header: string | undefined): string | null | undefined {
  if (header === undefined) return undefined
  return bearer.exec(header.trim())?.[1] ?? null
}
