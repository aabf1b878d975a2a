export type { DocChange } from "./change-of.ts"
export { getDocDigest } from "./get-doc-digest.ts"
export { undoDocWrite } from "./undo-doc-write.ts"

/** Loads the code that records a write's changes. It imports Yjs, which would slow the start. */
export const loadChangeBy = () => import("./change-of.ts")
