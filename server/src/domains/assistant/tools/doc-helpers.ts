import { getDocDigest, undoDocWrite } from "#domains/docs/index.ts"
import { assistantTool } from "./tool.ts"

/** Tools that undo a change of a doc. No model gets them. */
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
