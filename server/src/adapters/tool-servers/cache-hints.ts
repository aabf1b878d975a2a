import { hourMs } from "#kernel/time/units.ts"
import type { JsonFields } from "./json.ts"

/** How long a list is fresh, and whether it is for one sign-in only (MCP 2026-07-28, "Caching"). */
export interface CacheHints {
  readonly freshMs: number
  readonly isPrivate: boolean
}

const longestMs = hourMs

/** Reads a server's cache hints. If there are any, only `public` makes the list common to all sign-ins. */
export function hintsIn({ ttlMs, cacheScope }: JsonFields): CacheHints {
  const isHinted = ttlMs !== undefined || cacheScope !== undefined
  const freshMs = typeof ttlMs === "number" ? Math.min(Math.max(0, ttlMs), longestMs) : 0
  return { freshMs, isPrivate: isHinted && cacheScope !== "public" }
}

/** The hints of a list in pages: it is fresh while each page is, and private if one page is. */
export const hintsOfAll = (pages: readonly CacheHints[]): CacheHints => ({
  freshMs: pages.length === 0 ? 0 : Math.min(...pages.map(({ freshMs }) => freshMs)),
  isPrivate: pages.some(({ isPrivate }) => isPrivate),
})
