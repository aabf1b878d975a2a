import { type Scope, scopes } from "#access/scopes.ts"

/** Reads stored scopes (space-separated, RFC 6749 §3.3). Names that are no longer scopes are left out. */
export function readScopes(text: string): Scope[] {
  return text.split(" ").filter(isScope)
}

/** Writes scopes as they are stored and sent: each once, in the order of the table of scopes. */
export function writeScopes(wanted: Iterable<Scope>): string {
  const set = new Set(wanted)
  return (Object.keys(scopes) as Scope[]).filter((scope) => set.has(scope)).join(" ")
}

/** Tells whether a text names a scope. */
export function isScope(text: string): text is Scope {
  return Object.hasOwn(scopes, text)
}
