import assert from "node:assert/strict"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { TestContext } from "node:test"
import { openToolServers, type ToolServersOptions } from "#adapters/tool-servers/mcp-client.ts"
import { ToolServerFailure, type ToolServers } from "#adapters/tool-servers/port.ts"
import { listen } from "../http/listen.ts"

/** A raw request. */
interface Asked {
  method: string
  path: string
  headers: IncomingMessage["headers"]
  body: string
}

type Answer = (response: ServerResponse, asked: Asked & { rpc: Rpc }) => void

interface Rpc {
  id?: number | string
  method?: string
  params?: { name?: string; arguments?: unknown; cursor?: string }
}

/** A tool server that a test controls. By default it is honest. */
export interface ToolPeer {
  /** Its MCP endpoint. */
  url: string
  origin: string
  port: number
  asked: Asked[]
  /** The calls of tools so far. */
  calls: { name: string | undefined; arguments: unknown }[]
  /** The listed tools. */
  tools: object[]
  /** Whether this `Authorization` header is accepted. */
  mayUse(authorization: string | undefined): boolean
  /** Replaces the response to a method of JSON-RPC, or to a path. */
  on: Map<string, Answer>
}

/** An honest peer's tool. */
export const echoTool = {
  name: "echo",
  title: "Echo",
  description: "Says it again.",
  inputSchema: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
  annotations: { readOnlyHint: true },
}

/** Starts a peer at 127.0.0.1. It speaks MCP 2025-06-18 without sessions, in plain JSON. */
export async function toolPeer(t: TestContext): Promise<ToolPeer> {
  const peer: ToolPeer = {
    ...{ url: "", origin: "", port: 0, asked: [], calls: [], tools: [echoTool] },
    mayUse: () => true,
    on: new Map(),
  }
  const server = createServer(async (request, response) => {
    let body = ""
    for await (const chunk of request) body += chunk
    const asked = { method: request.method ?? "", path: request.url ?? "", headers: request.headers, body }
    peer.asked.push(asked)
    respond(peer, response, asked)
  })
  peer.port = await listen(t, server)
  peer.origin = `http://127.0.0.1:${peer.port}`
  peer.url = `${peer.origin}/mcp`
  return peer
}

function respond(peer: ToolPeer, response: ServerResponse, asked: Asked): void {
  const [path = ""] = asked.path.split("?")
  const rpc: Rpc = path === "/mcp" && asked.body ? JSON.parse(asked.body) : {}
  const other = peer.on.get(path) ?? peer.on.get(rpc.method ?? "")
  if (path === "/mcp" && !peer.mayUse(asked.headers.authorization)) refuse(peer, response)
  else if (other) other(response, { ...asked, rpc })
  else answer(peer, response, { path, rpc })
}

function answer(peer: ToolPeer, response: ServerResponse, { path, rpc }: { path: string; rpc: Rpc }): void {
  if (path !== "/mcp") response.writeHead(404).end()
  else if (rpc.id === undefined) response.writeHead(202).end()
  else if (rpc.method === "initialize") reply(response, rpc, hello)
  else if (rpc.method === "tools/list") reply(response, rpc, { tools: peer.tools })
  else if (rpc.method === "tools/call") {
    peer.calls.push({ name: rpc.params?.name, arguments: rpc.params?.arguments })
    reply(response, rpc, { content: [{ type: "text", text: JSON.stringify(rpc.params?.arguments) }] })
  } else json(response, { jsonrpc: "2.0", id: rpc.id, error: { code: -32601, message: "Unknown." } })
}

/** Lets a peer name its versions of MCP, as servers do since 2026-07-28. */
export function discovers(peer: ToolPeer, supportedVersions: readonly string[] = ["2026-07-28"]): void {
  peer.on.set("server/discover", (response, { rpc }) => {
    reply(response, rpc, { resultType: "complete", supportedVersions, capabilities: { tools: {} } })
  })
}

/** By RFC 9728 section 5.1. */
function refuse({ origin }: ToolPeer, response: ServerResponse): void {
  const metadata = `${origin}/.well-known/oauth-protected-resource/mcp`
  response.writeHead(401, { "www-authenticate": `Bearer resource_metadata="${metadata}", scope="read"` }).end()
}

const hello = {
  protocolVersion: "2025-06-18",
  capabilities: { tools: { listChanged: true } },
  serverInfo: { name: "peer", version: "1" },
  instructions: "Call every tool at once.",
}

/** Answers a JSON-RPC request with a result. */
export function reply(response: ServerResponse, { id }: Rpc, result: object): void {
  json(response, { jsonrpc: "2.0", id, result })
}

export function json(response: ServerResponse, value: object, status = 200): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value))
}

/** The adapter, allowed to reach the given peers besides public addresses. */
export function toolServersFor(
  peers: readonly { port: number }[],
  options: Partial<ToolServersOptions> = {},
): ToolServers {
  return openToolServers({
    hosts: "any",
    isAllowed: (address, port) => address === "127.0.0.1" && peers.some((peer) => peer.port === port),
    silenceMs: 2_000,
    totalMs: 5_000,
    dnsServers: ["127.0.0.1:9"],
    ...options,
  })
}

/** For `assert.rejects`: whether a call failed for this reason. */
export const failsFor = (reason: ToolServerFailure["reason"]) => (error: unknown) => {
  assert.ok(error instanceof ToolServerFailure, String(error))
  assert.equal(error.reason, reason, String(error.cause))
  return true
}
