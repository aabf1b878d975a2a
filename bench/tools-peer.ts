import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import { toNodeHandler } from "@modelcontextprotocol/node"
import { createMcpHandler, McpServer, Server } from "@modelcontextprotocol/server"
import { tools } from "../server/src/surfaces/mcp/tools.ts"

/**
 * The official server of the second line, stateless: it reads no data and checks no token. Either with the same ten
 * tools, whose handlers return a constant, built as in its documentation; or at its leanest, with two constants and no
 * tools.
 */
const { list, result } = JSON.parse(readFileSync(process.env.PEER_ANSWERS ?? "", "utf8"))
const info = { name: "peer", version: "1.0.0" }

function withTools(): McpServer {
  const server = new McpServer(info)
  for (const { name, title, description, annotations, action } of tools) {
    const config = { title, description, annotations, inputSchema: action.input, outputSchema: action.output }
    server.registerTool(name, config, () => result)
  }
  return server
}

function leanest(): Server {
  const server = new Server(info, { capabilities: { tools: {} } })
  server.setRequestHandler("tools/list", () => list)
  server.setRequestHandler("tools/call", () => result)
  return server
}

const isLeanest = process.env.PEER_KIND === "leanest"
const answer = toNodeHandler(createMcpHandler(isLeanest ? leanest : withTools, { legacy: "stateless" }))

createServer((request, response) => {
  if (request.method === "GET") response.writeHead(200, { "content-length": "2" }).end("up")
  else answer(request as Parameters<typeof answer>[0], response).catch(() => response.destroy())
}).listen(Number(process.env.PEER_PORT), "127.0.0.1")

process.on("SIGTERM", () => process.exit(0))
