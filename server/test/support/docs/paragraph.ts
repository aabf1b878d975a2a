import type { DocNode } from "#contract/docs/doc-node.ts"

/** A paragraph of a doc. */
export const paragraph = (...parts: readonly (string | DocNode)[]): DocNode => ({
  type: "paragraph",
  content: parts.map((part) => (typeof part === "string" ? { type: "text", text: part } : part)),
})
