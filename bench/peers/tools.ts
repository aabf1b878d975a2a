import { toNodeHandler } from "@modelcontextprotocol/node"
import { createMcpHandler, McpServer, Server } from "@modelcontextprotocol/server"
import { tools } from "../../server/src/surfaces/mcp/tools.ts"
import { announce, serve } from "./announce.ts"

/**
 * The official server of the second line, stateless: it reads no data and checks no token. Either with the same ten
 * tools, whose handlers return a constant, built as in its documentation; or at its leanest, with two constants and no
 * tools.
 */
const { list, result } = JSON.parse(process.env.PEER_ANSWERS ?? "")

function withTools(): McpServer {
  const server = new McpServer({ name: "peer", version: "1.0.0" })
  for (const { name, title, description, annotations, action } of tools) {
    const config = { title, description, annotations, inputSchema: action.input, outputSchema: action.output }
    server.registerTool(name, config, () => result)
  }
  return server
}

function leanest(): Server {
  const server = new Server({ name: "peer", version: "1.0.0" }, { capabilities: { tools: {} } })
  server.setRequestHandler("tools/list", () => list)
  server.setRequestHandler("tools/call", () => result)
  return server
}

const handler = createMcpHandler(process.env.PEER_KIND === "leanest" ? leanest : withTools, { legacy: "stateless" })
const answer = toNodeHandler(handler) as (...exchange: Parameters<Parameters<typeof serve>[0]>) => Promise<void>
announce(await serve((request, response) => void answer(request, response).catch(() => response.destroy())))
