import assert from "node:assert/strict"
import { createServer, type RequestListener } from "node:http"
import { test } from "node:test"
import { toNodeHandler } from "@modelcontextprotocol/node"
import { McpServer as McpServer1 } from "@modelcontextprotocol/sdk/server/mcp.js"
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js"
import { createMcpHandler, McpServer as McpServer2 } from "@modelcontextprotocol/server"
import { z } from "zod"
import { createLink } from "#domains/links/index.ts"
import { tools as ourTools } from "#surfaces/mcp/tools.ts"
import { listeningWorld } from "#test/support/agents/agent.ts"
import { clientId } from "#test/support/agents/connect.ts"
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

test("our own tool server works as one: signed in by its consent page, listed and called", async (t) => {
  const world = await listeningWorld(t)
  const port = Number(new URL(world.base).port)
  const servers = toolServersFor([{ port }])
  const url = `${world.base}/mcp`
  const ours = { redirectUriOf: () => "http://127.0.0.1:9/callback", state: "state", clientName: "Atelier" }
  const wanted = { url, ...ours, mayRegister: false }
  await assert.rejects(servers.beginSignIn(wanted, never), { reason: "no client" })
  const begun = await servers.beginSignIn({ ...wanted, typed: { id: clientId } }, never)
  const { pathname, search } = new URL(begun.authorizationUrl)
  const back = new URL(await world.allow(await world.visit(pathname + search))).searchParams
  assert.equal(back.get("state"), "state")
  const answer = { code: back.get("code") ?? "", iss: back.get("iss") ?? "" }
  const tokens = await servers.finishSignIn(begun, answer, never)
  await world.act("member", createLink, { destination: "https://example.com/", slug: "a-link" })
  const server = await servers.open({ url, bearer: tokens.access }, never)
  const { tools } = await server.listTools()
  assert.deepEqual(tools.map(({ name }) => name).sort(), ourTools.map(({ name }) => name).sort())
  assert.match((await server.callTool("list_links", {})).text, /a-link/)
  await server.close()
  const fresh = await servers.refresh(begun.place, tokens.refresh ?? "", never)
  assert.notEqual(fresh.access, tokens.access)
})
