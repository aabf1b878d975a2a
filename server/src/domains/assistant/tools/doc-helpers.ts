import { getDocDigest, undoDocWrite } from "#domains/docs/index.ts"
import { assistantTool } from "./tool.ts"

/** What takes a change of a doc back, and no model is told of. */
export const docHelpers = [
  assistantTool({
    name: "compare_doc",
    title: "Compare a doc with what it was",
    kind: "read",
    description: "",
    action: getDocDigest,
    summary: () => "Compared a doc",
  }),
  assistantTool({
    name: "undo_doc_write",
    title: "Take back what was written into a doc",
    kind: "write",
    description: "",
    action: undoDocWrite,
    summary: () => "Took back what was written into a doc",
  }),
]
