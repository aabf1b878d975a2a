export type { DocChange } from "./change-of.ts"
export { getDocDigest } from "./get-doc-digest.ts"
export { undoDocWrite } from "./undo-doc-write.ts"

/** Loads what finds out what a write changes. It brings Yjs along, which a start does not need. */
export const loadChangeBy = () => import("./change-of.ts")
