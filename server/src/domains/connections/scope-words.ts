import { z } from "zod"
import type { Scope } from "#access/scopes.ts"

export const grantedScope = z.object({
  scope: z.string(),
  words: z.string(),
  note: z.string().optional(),
})

/** Scopes in words for people who have never read a specification. Developers read `scopes`. */
const words: Record<Scope, string> = {
  "links:read": "View short links and clicks",
  "links:write": "Create and edit short links",
  "docs:read": "Search docs by title",
  "docs:write": "Create docs",
  "drive:read": "View and search file names",
  "drive:write": "Create upload links",
  "workspace:read": "View members and availability",
}

const notes: Partial<Record<Scope, string>> = {
  "workspace:read": "Includes replacing your own calendar.",
}

export function scopeWordsOf(scope: Scope): z.input<typeof grantedScope> {
  const note = notes[scope]
  return note === undefined ? { scope, words: words[scope] } : { scope, words: words[scope], note }
}
