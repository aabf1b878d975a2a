import { z } from "zod"
import { type Scope, scopes } from "#access/scopes.ts"

/** A scope in words for people. */
export const grantedScope = z.object({
  scope: z.string(),
  words: z.string(),
  /** What else it allows, if its name does not say so. */
  note: z.string().optional(),
})

const notes: Partial<Record<Scope, string>> = {
  "workspace:read": "This also lets the app replace the stream plan of whoever connects it, and nobody else's.",
}

/** Returns the words for a scope. */
export function wordsOf(scope: Scope): z.input<typeof grantedScope> {
  const note = notes[scope]
  return note === undefined ? { scope, words: scopes[scope] } : { scope, words: scopes[scope], note }
}
