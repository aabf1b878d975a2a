import type { ServerResponse } from "node:http"
import { createMcpHandler, McpServer } from "@modelcontextprotocol/server"
import { z } from "zod"
import type { ToolPeer } from "./tool-server.ts"

type Request = Parameters<NonNullable<ReturnType<ToolPeer["on"]["get"]>>>[1]

/** Adds the tools of a test to its server. */
export type AddTools = (server: McpServer) => unknown

/** The official server's form of the peer's usual tool. */
export const addEcho: AddTools = (server) => {
  const inputSchema = z.object({ text: z.string() })
  const config = { description: "Says it again.", inputSchema, annotations: { readOnlyHint: true } }
  server.registerTool("echo", config, ({ text }) => ({ content: [{ type: "text", text }] }))
}

/** Lets the official server answer at a peer's endpoint. It speaks only MCP 2026-07-28. */
export function speakNewLine(peer: ToolPeer, addTools: AddTools = addEcho): void {
  const handler = createMcpHandler(
    () => {
      const server = new McpServer({ name: "new line", version: "1" })
      addTools(server)
      return server
    },
    { legacy: "reject" },
  )
  peer.on.set("/mcp", async (response: ServerResponse, { method, headers, body, rpc }: Request) => {
    const other = peer.on.get(rpc.method ?? "")
    if (other) return other(response, { method, headers, body, rpc, path: "/mcp" })
    const sent = new Headers(Object.entries(headers).map(([name, value]) => [name, String(value)]))
    const answer = await handler.fetch(new Request(peer.url, { method, headers: sent, body: body || null }))
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text())
  })
}
