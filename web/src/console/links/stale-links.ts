import type { ReadName } from "../ask.ts"

/** What is not true any more once a link has changed. */
export const staleLinks: readonly ReadName[] = [
  "browse-links",
  "list-links",
  "list-link-tags",
  "count-links",
  "get-link",
]
