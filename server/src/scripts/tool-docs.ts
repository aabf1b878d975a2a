import { tools } from "#surfaces/mcp/tools.ts"
import { toolTable } from "#surfaces/resources/scopes-guide.ts"

/** The guide of agents with the table of tools, and the paragraph of notes below it, made from the tools' rows. */
export function toolDocs(guide: string): string {
  return guide.replace(/(?<=\n## Tools\n\n)(\|.*\n)+\n.*/, () => toolTable(tools))
}
