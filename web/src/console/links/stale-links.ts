import type { ReadName } from "../calls.ts"

/** The reads to invalidate after a change of links. */
export const staleLinks: readonly ReadName[] = [
  "browse-links",
  "list-links",
  "list-link-imports",
  "list-link-tags",
  "count-links",
  "find-trashed-link",
  "get-link",
  "list-former-slugs",
]
