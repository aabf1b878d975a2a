import { getDocDigest, getDocLink, undoDocWrite } from "#domains/docs/index.ts"
import { assistantTool } from "./tool.ts"

/** Tools that undo a change of a doc. No model gets them. */
export const docHelpers = [
  assistantTool({
    name: "get_doc_link",
    title: "View a doc's link",
    kind: "read",
    description: "",
    action: getDocLink,
    summary: () => "Viewed a doc's link",
  }),
  assistantTool({
    name: "compare_doc",
    title: "Compare doc versions",
    kind: "read",
    description: "",
    action: getDocDigest,
    summary: () => "Compared a doc",
  }),
  assistantTool({
    name: "undo_doc_write",
    title: "Undo a doc edit",
    kind: "write",
    description: "",
    action: undoDocWrite,
    summary: () => "Undid a doc edit",
  }),
]
