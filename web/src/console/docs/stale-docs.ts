import type { ReadName } from "../calls.ts"

/** The reads to invalidate after a doc was created, trashed or restored. */
export const staleDocs: readonly ReadName[] = ["browse-docs", "search-doc-text", "search-docs", "list-trashed-docs"]
