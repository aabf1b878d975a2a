import assert from "node:assert/strict"
import { createServer, type RequestListener } from "node:http"
import { test } from "node:test"
import { toNodeHandler } from "@modelcontextprotocol/node"
import { McpServer as McpServer1 } from "@modelcontextprotocol/sdk/server/mcp.js"
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js"
import { createMcpHandler, McpServer as McpServer2 } from "@modelcontextprotocol/server"
import { z } from "zod"
import { listen } from "#test/support/http/listen.ts"
import { toolServersFor } from "#test/support/stand-ins/tool-server.ts"

const never = new AbortController().signal

const info = { name: "adder", version: "1.0.0" }
const config = {
  title: "Add",
  description: "Adds two numbers.",
  inputSchema: z.object({ a: z.number(), b: z.number() }),
  outputSchema: z.object({ sum: z.number() }),
  annotations: { readOnlyHint: true },
}
const add = ({ a, b }: { a: number; b: number }) => ({
  content: [{ type: "text" as const, text: String(a + b) }],
  structuredContent: { sum: a + b },
})

/** A server of the SDK's first major version, with a session for each client. */
function firstLine(isJson: boolean): RequestListener {
  const sessions = new Map<string, StreamableHTTPServerTransport>()
  return async (request, response) => {
    const known = sessions.get(String(request.headers["mcp-session-id"]))
    if (known) return known.handleRequest(request, response)
    const server = new McpServer1(info)
    server.registerTool(
      "add",
      { ...config, inputSchema: config.inputSchema.shape, outputSchema: config.outputSchema.shape },
      add,
    )
    const transport: StreamableHTTPServerTransport = new StreamableHTTPServerTransport({
      sessionIdGenerator: () => crypto.randomUUID(),
      enableJsonResponse: isJson,
      onsessioninitialized: (id) => void sessions.set(id, transport),
      onsessionclosed: (id) => void sessions.delete(id),
    })
    await server.connect(transport as never)
    await transport.handleRequest(request, response)
  }
}

/** A server of the SDK's second major version, without sessions. */
function secondLine(): RequestListener {
  const answer = toNodeHandler(
    createMcpHandler(
      () => {
        const server = new McpServer2(info)
        server.registerTool("add", config, add)
        return server
      },
      { legacy: "stateless" },
    ),
  )
  return (request, response) => void answer(request as Parameters<typeof answer>[0], response)
}

const lines: [string, () => RequestListener][] = [
  ["the first line, in streams", () => firstLine(false)],
  ["the first line, in JSON", () => firstLine(true)],
  ["the second line", secondLine],
]

for (const [name, answer] of lines) {
  test(`tools of an official server of ${name} are listed and called`, async (t) => {
    const port = await listen(t, createServer(answer()))
    const server = await toolServersFor([{ port }]).open({ url: `http://127.0.0.1:${port}/mcp` }, never)
    const { tools, leftOut } = await server.listTools()
    assert.deepEqual(leftOut, [])
    assert.deepEqual(
      tools.map(({ name, title, isReadOnly }) => ({ name, title, isReadOnly })),
      [{ name: "add", title: "Add", isReadOnly: true }],
    )
    assert.deepEqual(await server.callTool("add", { a: 2, b: 3 }), {
      text: "5",
      structured: { sum: 5 },
      isError: false,
    })
    const refused = await server.callTool("add", { a: "2" })
    assert.equal(refused.isError, true)
    await server.close()
  })
}
