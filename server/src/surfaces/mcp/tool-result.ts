import { cleanText } from "#kernel/clean-text.ts"

/** Whatever is not printable ASCII, as it is or escaped, may steer the text around it. */
const suspicious = /[^ -~]|\\[bfnrtu]/
const longestText = 4_096

/**
 * Writes what a tool answered as the result of `tools/call`. MCP 2025-06-18, "Structured Content": "For backwards
 * compatibility, a tool that returns structured content SHOULD also return the serialized JSON in a TextContent block."
 */
export function toolResult(output: unknown): string {
  const written = JSON.stringify(output)
  const json = suspicious.test(written) ? JSON.stringify(output, cleaned) : written
  return `{"content":[{"type":"text","text":${JSON.stringify(json)}}],"structuredContent":${json}}`
}

/** Actions limit and clean what people wrote; this holds for whatever they forget. */
function cleaned(_name: string, value: unknown): unknown {
  return typeof value === "string" ? cleanText(value, longestText) : value
}
