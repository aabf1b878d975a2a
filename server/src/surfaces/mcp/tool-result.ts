import type { WorkspaceName } from "#access/context.ts"
import { cleanText } from "#kernel/clean-text.ts"

/** Characters that are not printable ASCII, bare or escaped: they may change how the text around them is shown. */
const suspicious = /[^ -~]|\\[bfnrtu]/
const longestText = 4_096

/**
 * MCP 2025-06-18, "Structured Content": "a tool that returns structured content SHOULD also return the serialized JSON
 * in a TextContent block." A sentence gets a block of its own after it.
 */
export function toolResult(workspace: WorkspaceName | undefined, output: object, sentence?: string): string {
  const structured = { workspace, ...output }
  const written = JSON.stringify(structured)
  const json = suspicious.test(written) ? JSON.stringify(structured, cleaned) : written
  const more = sentence === undefined ? "" : `,${textBlock(cleanText(sentence, longestText))}`
  return `{"content":[${textBlock(json)}${more}],"structuredContent":${json}}`
}

const textBlock = (text: string) => `{"type":"text","text":${JSON.stringify(text)}}`

/** The second line of defence: actions limit and clean user text, and this cleans text that an action missed. */
function cleaned(_name: string, value: unknown): unknown {
  return typeof value === "string" ? cleanText(value, longestText) : value
}
