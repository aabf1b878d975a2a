import type { ReadName } from "../ask.ts"

/** What is not true any more once a doc was made, removed or taken back. */
export const staleDocs: readonly ReadName[] = ["browse-docs", "search-doc-text", "search-docs", "list-trashed-docs"]
