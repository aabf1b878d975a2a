import { type Scope, scopes } from "#access/scopes.ts"

/** Parses stored scopes (space-separated, RFC 6749 §3.3). Former scopes are dropped. */
export function readScopes(text: string): Scope[] {
  return text.split(" ").filter(isScope)
}

/** Formats scopes for storing and sending: each once, in the order of the scope table. */
export function writeScopes(wanted: Iterable<Scope>): string {
  const set = new Set(wanted)
  return (Object.keys(scopes) as Scope[]).filter((scope) => set.has(scope)).join(" ")
}

export function isScope(text: string): text is Scope {
  return Object.hasOwn(scopes, text)
}
