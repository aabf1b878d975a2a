import { docHelpers } from "./doc-helpers.ts"
import { docTools } from "./doc-tools.ts"
import { driveTools } from "./drive-tools.ts"
import { linkTools } from "./link-tools.ts"
import { sellingTools } from "./selling-tools.ts"
import { teamTools } from "./team-tools.ts"
import type { AssistantTool } from "./tool.ts"

/**
 * Every tool of ours, once, sorted by name, so that a provider's cache of the beginning holds. None reaches permissions,
 * members, servers, keys, budgets or money.
 */
export const tools: readonly AssistantTool[] = [
  ...docTools,
  ...driveTools,
  ...linkTools,
  ...sellingTools,
  ...teamTools,
].sort((a, b) => (a.name < b.name ? -1 : 1))

/** Finds what compares or restores a thing when a write is taken back: a tool of ours, or what no model is told of. */
export function findHelper(name: string): AssistantTool | undefined {
  return byName.get(name) ?? docHelpers.find((helper) => helper.name === name)
}

const byName = new Map(tools.map((tool) => [tool.name, tool]))

/** Finds a tool of ours; undefined for one of a tool server, or of nobody. */
export function findTool(name: string): AssistantTool | undefined {
  return byName.get(name)
}
