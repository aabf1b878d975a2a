import { type Scope, scopes } from "#access/scopes.ts"
import { isScope } from "#domains/connections/index.ts"
import { OAuthError } from "./oauth-error.ts"
import type { Parameters } from "./parameters.ts"

/** Undefined without `scope`. @throws OAuthError for any unknown one: a refresh cannot widen its grant. */
export function readScope(parameters: Parameters): Scope[] | undefined {
  return readKnownScope(parameters, (names) => names.every(isScope))
}

/** RFC 6749 §3.3: "The authorization server MAY fully or partially ignore the scope requested by the client". */
export function readKnownScope(
  parameters: Parameters,
  fits = (names: readonly string[]) => names.some(isScope),
): Scope[] | undefined {
  const text = parameters.find("scope")
  if (text === undefined) return undefined
  // `+` decodes to a space, and a literal `+` also separates.
  const names = text.split(/[ +]+/).filter(Boolean)
  // RFC 6749 §4.1.2.1: invalid_scope, "The requested scope is invalid, unknown, or malformed."
  if (names.length === 0 || !fits(names)) {
    throw new OAuthError("invalid_scope", `Use these scopes: ${Object.keys(scopes).join(" ")}.`)
  }
  return names.filter(isScope)
}
