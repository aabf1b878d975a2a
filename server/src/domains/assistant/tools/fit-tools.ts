import type { AssistantTool } from "./tool.ts"

/** The most tools in a request: providers refuse more, and a model chooses worse among more. */
const mostTools = 128
/** The largest share of a model's context window that tools may fill. A token has about three bytes. */
const mostShare = 0.25
const bytesPerToken = 3

/** Chooses the tools of a request: all built-in ones, and as many of tool servers as there is room for, by name. */
export function fitTools(
  tools: readonly AssistantTool[],
  windowTokens: number,
): { fitting: readonly AssistantTool[]; leftOut: readonly AssistantTool[] } {
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
  return { fitting: tools.filter((tool) => !leftOut.includes(tool)), leftOut }
}

const sizeOf = ({ name, description, inputSchema }: AssistantTool) =>
  Buffer.byteLength(JSON.stringify({ name, description, inputSchema }))

export function leftOutWords(leftOut: readonly AssistantTool[]): string | null {
  if (leftOut.length === 0) return null
  const named = leftOut.slice(0, 5).map(({ name, server }) => `${name} (${server?.name})`)
  const more = leftOut.length > named.length ? ` and ${leftOut.length - named.length} more` : ""
  return `The model can use at most ${mostTools} tools. Left out: ${named.join(", ")}${more}.`
}
