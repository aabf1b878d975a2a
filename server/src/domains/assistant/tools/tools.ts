import { getDocDigest, getDocLink, undoDocWrite } from "#domains/docs/index.ts"
import { docTools } from "./doc-tools.ts"
import { driveLinkTools } from "./drive-link-tools.ts"
import { fileTools } from "./file-tools.ts"
import { fileHelpers, fileWritingTools } from "./file-writing-tools.ts"
import { giftCodeTools } from "./gift-code-tools.ts"
import { linkTools } from "./link-tools.ts"
import { offerTools } from "./offer-tools.ts"
import { sellingTools } from "./selling-tools.ts"
import { teamTools } from "./team-tools.ts"
import { type AssistantTool, readingTool, writingTool } from "./tool.ts"

/** Tools that undo a change of a doc. No model gets them. */
const docHelpers = [
  readingTool("get_doc_link", "View a doc's link", {
    description: "",
    action: getDocLink,
    summary: () => "Viewed a doc's link",
  }),
  readingTool("compare_doc", "Compare doc versions", {
    description: "",
    action: getDocDigest,
    summary: () => "Compared a doc",
  }),
  writingTool("undo_doc_write", "Undo a doc edit", {
    description: "",
    action: undoDocWrite,
    summary: () => "Undid a doc edit",
  }),
]

/** Sorted by name for the provider's prompt cache. None reaches permissions, members, servers or keys, or moves money. */
export const tools: readonly AssistantTool[] = [
  ...docTools,
  ...driveLinkTools,
  ...fileTools,
  ...fileWritingTools,
  ...giftCodeTools,
  ...linkTools,
  ...offerTools,
  ...sellingTools,
  ...teamTools,
].sort((a, b) => (a.name < b.name ? -1 : 1))

/** Finds a tool that an undo may call: a built-in one, or a helper that no model gets. */
export function findHelper(name: string): AssistantTool | undefined {
  return byName.get(name) ?? helpers.find((helper) => helper.name === name)
}

const helpers: readonly AssistantTool[] = [...docHelpers, ...fileHelpers]
const byName = new Map(tools.map((tool) => [tool.name, tool]))

export function findTool(name: string): AssistantTool | undefined {
  return byName.get(name)
}
