import type { AssistantTool } from "./tool.ts"

/** How many tools a model is told of: providers refuse more, and a model chooses worse among so many. */
const mostTools = 128
/** How much of what a model can read its tools may fill; a token is about three bytes. */
const mostShare = 0.25
const bytesPerToken = 3

/**
 * Of the tools that somebody has, those that a model is told of: all of ours, and of tool servers' as many as there is
 * room for, in the order of their names.
 */
export function fitTools(
  tools: readonly AssistantTool[],
  windowTokens: number,
): { told: readonly AssistantTool[]; leftOut: readonly AssistantTool[] } {
  const others = tools.filter(({ server }) => server !== null)
  let room = windowTokens * mostShare * bytesPerToken
  let count = tools.length - others.length
  for (const tool of tools) if (!tool.server) room -= sizeOf(tool)
  const leftOut = others.filter((tool) => {
    const size = sizeOf(tool)
    if (count >= mostTools || size > room) return true
    count += 1
    room -= size
    return false
  })
  return { told: tools.filter((tool) => !leftOut.includes(tool)), leftOut }
}

const sizeOf = ({ name, description, inputSchema }: AssistantTool) =>
  Buffer.byteLength(JSON.stringify({ name, description, inputSchema }))

/** What is left out, as people read it; null where nothing is. */
export function leftOutWords(leftOut: readonly AssistantTool[]): string | null {
  if (leftOut.length === 0) return null
  const named = leftOut.slice(0, 5).map(({ name, server }) => `${name} (${server?.name})`)
  const more = leftOut.length > named.length ? ` and ${leftOut.length - named.length} more` : ""
  return `A model is told of ${mostTools} tools at most, which fill a quarter of what it can read at most. Left out: ${named.join(", ")}${more}.`
}
