import { type Scope, scopes } from "#access/scopes.ts"
import { isScope } from "#domains/connections/index.ts"
import type { Addresses } from "#kernel/addresses.ts"
import { signInFirst } from "../transport/well-known.ts"
import { OAuthError } from "./oauth-error.ts"

export interface Parameters {
  /** The value of a parameter that came once; undefined when it was absent or empty. */
  find(name: string): string | undefined
  /** Every value of a parameter that may come more than once. */
  all(name: string): string[]
  /** The first name that came more than once, except `exempt`. */
  findRepeated(exempt: string): string | undefined
}

export function readParameters(text: string): Parameters {
  const read = new URLSearchParams(text)
  // RFC 6749 §3.1: "Parameters sent without a value MUST be treated as if they were omitted from the request."
  const all = (name: string) => read.getAll(name).filter((value) => value !== "")
  return {
    all,
    find(name) {
      const values = all(name)
      return values.length === 1 ? values[0] : undefined
    },
    findRepeated: (exempt) => [...new Set(read.keys())].find((name) => name !== exempt && read.getAll(name).length > 1),
  }
}

/** RFC 6749 §3.1, §3.2: "parameters MUST NOT be included more than once." Only `resource` may be (RFC 8707 §2). */
export function refuseRepeats(parameters: Parameters): void {
  const repeated = parameters.findRepeated("resource")
  if (repeated === undefined) return
  const known = /^[\w.-]{1,40}$/.test(repeated) ? `The parameter ${repeated}` : "A parameter"
  throw new OAuthError("invalid_request", `${known} was sent more than once.`)
}

export function need(parameters: Parameters, name: string): string {
  const value = parameters.find(name)
  if (value === undefined) throw new OAuthError("invalid_request", `The parameter ${name} is missing.`)
  return value
}

/** RFC 8707 §2. Clients write the tool server's address, with or without a trailing slash, or its host's root. */
export function checkResource(parameters: Parameters, { mcp }: Pick<Addresses, "mcp">): void {
  const accepted = [mcp, new URL(mcp).origin].flatMap((address) => [address, `${address}/`])
  accepted.push(...accepted.slice(0, 2).map((address) => `${address}${signInFirst}`))
  if (parameters.all("resource").every((resource) => accepted.includes(resource))) return
  // RFC 8707 §2: "invalid_target: The requested resource is invalid, missing, unknown, or malformed."
  throw new OAuthError("invalid_target", `Tokens are issued for ${mcp} only.`)
}

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
