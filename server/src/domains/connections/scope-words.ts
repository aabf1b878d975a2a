import { z } from "zod"
import type { Scope } from "#access/scopes.ts"

export const grantedScope = z.object({
  scope: z.string(),
  words: z.string(),
  note: z.string().optional(),
})

/** Scopes in words for people who have never read a specification. Developers read `scopes`. */
const words: Record<Scope, string> = {
  "links:read": "See your short links and how often they are clicked",
  "links:write": "Make short links and change them",
  "docs:read": "Find docs by their titles",
  "docs:write": "Make new docs",
  "drive:read": "See and search the names of your files",
  "drive:write": "Make links by which files are sent to you",
  "workspace:read": "See who is in the workspace, and when they work",
}

const notes: Partial<Record<Scope, string>> = {
  "workspace:read": "This also lets the app replace the stream plan of whoever connects it, and nobody else's.",
}

export function scopeWordsOf(scope: Scope): z.input<typeof grantedScope> {
  const note = notes[scope]
  return note === undefined ? { scope, words: words[scope] } : { scope, words: words[scope], note }
}
