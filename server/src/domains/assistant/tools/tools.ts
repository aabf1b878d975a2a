import { docHelpers } from "./doc-helpers.ts"
import { docTools } from "./doc-tools.ts"
import { driveTools } from "./drive-tools.ts"
import { linkTools } from "./link-tools.ts"
import { sellingTools } from "./selling-tools.ts"
import { teamTools } from "./team-tools.ts"
import type { AssistantTool } from "./tool.ts"

/** Sorted by name for the provider's prompt cache. None reaches permissions, members, servers, keys or money. */
export const tools: readonly AssistantTool[] = [
  ...docTools,
  ...driveTools,
  ...linkTools,
  ...sellingTools,
  ...teamTools,
].sort((a, b) => (a.name < b.name ? -1 : 1))

/** Finds a tool that an undo may call: a built-in one, or a helper that no model gets. */
export function findHelper(name: string): AssistantTool | undefined {
  return byName.get(name) ?? docHelpers.find((helper) => helper.name === name)
}

const byName = new Map(tools.map((tool) => [tool.name, tool]))

export function findTool(name: string): AssistantTool | undefined {
  return byName.get(name)
}
