import { type Scope, scopes } from "#access/scopes.ts"
import { isScope } from "#domains/connections/index.ts"
import { OAuthError } from "./oauth-error.ts"
import type { Parameters } from "./parameters.ts"

/** Undefined without `scope`. `+` decodes to a space, and a literal `+` also separates. */
export function readScope(parameters: Parameters): Scope[] | undefined {
  const text = parameters.find("scope")
  if (text === undefined) return undefined
  const names = text.split(/[ +]+/).filter(Boolean)
  // RFC 6749 §4.1.2.1: invalid_scope, "The requested scope is invalid, unknown, or malformed."
  if (names.length === 0 || !names.every(isScope)) {
    throw new OAuthError("invalid_scope", `Use these scopes: ${Object.keys(scopes).join(" ")}.`)
  }
  return names.filter(isScope)
}
