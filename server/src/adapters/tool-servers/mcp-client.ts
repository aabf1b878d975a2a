import { setTimeout as wait } from "node:timers/promises"
import type { Client, ClientOptions, Tool } from "@modelcontextprotocol/client"
import type { RequestOptions } from "../http-fetch/request.ts"
import { toToolAnswer } from "./answer.ts"
import { definitionLimits, toToolList } from "./definition.ts"
import { openPeer, type Peer } from "./peer.ts"
import { type ServerAddress, type ToolServerClient, ToolServerFailure, type ToolServers } from "./port.ts"
import { signIns } from "./sign-ins.ts"

export interface ToolServersOptions extends Partial<Omit<RequestOptions, "maxBytes">> {
  /** The value of `SVC_TOOL_SERVERS`. */
  readonly hosts: "off" | "any" | readonly string[]
}

/** Speaks MCP by the official client, over a guarded `fetch`. The client is loaded when it is first used. */
export function openToolServers({ hosts, ...given }: ToolServersOptions): ToolServers {
  const options = { maxBytes: 1_000_000, silenceMs: 20_000, totalMs: 60_000, ...given }
  const { isAllowed } = options
  const mayAttach = (url: string) => {
    const { hostname: host } = URL.parse(url) ?? {}
    if (host === undefined) return false
    return hosts === "any" || (hosts !== "off" && hosts.includes(host)) || (isLoopback(host) && isAllowed !== undefined)
  }
  return {
    isOff: hosts === "off" && isAllowed === undefined,
    mayAttach,
    async open(server, signal) {
      if (!mayAttach(server.url)) throw new ToolServerFailure("address")
      const peer = openPeer(server.url, options, signal)
      const limits = { signal: peer.signal, timeout: options.totalMs }
      return withFailuresOf(peer, () => connect(server, peer, limits))
    },
    ...signIns(options),
  }
}

const isLoopback = (host: string) => host === "localhost" || host === "127.0.0.1"

/** How long `close` waits for a server to end a session, in milliseconds. */
const goodbyeMs = 1_000

interface Limits {
  signal: AbortSignal
  timeout: number
}

/** Connects without client capabilities: a server cannot make requests, and its notifications are ignored. */
async function connect({ url, bearer }: ServerAddress, peer: Peer, limits: Limits): Promise<ToolServerClient> {
  const { Client, StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client")
  const client = new Client({ name: "atelier", version: "1" }, clientOptions())
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    fetch: peer.fetch,
    onInsufficientScope: "throw",
    reconnectionOptions: { maxReconnectionDelay: 2_000, initialReconnectionDelay: 200, reconnectionDelayGrowFactor: 2, maxRetries: 2 }, // biome-ignore format: one line
    ...(bearer !== undefined && { authProvider: { token: async () => bearer } }),
  })
  await client.connect(transport, limits)
  const tried = <Result>(work: () => Promise<Result>) => withFailuresOf(peer, work)
  // A tool's definition says which arguments a call repeats in headers.
  const listed = new Map<string, Tool>()
  return {
    listTools: () =>
      tried(async () => {
        peer.taken.tools = []
        const tools = await listAll(client, limits)
        for (const tool of tools) listed.set(tool.name, tool)
        return toToolList(peer.taken.tools, new Set(listed.keys()))
      }),
    callTool: (name, args) =>
      tried(async () => {
        await call(client, { name, args, definition: listed.get(name) }, limits)
        return toToolAnswer(peer.taken.answer)
      }),
    close: async () => {
      // Ending the session is a courtesy, so `close` does not wait for a slow server.
      await Promise.race([transport.terminateSession().catch(() => {}), wait(goodbyeMs, undefined, { ref: false })])
      await client.close()
    },
  }
}

const clientOptions = (): ClientOptions => ({
  capabilities: {},
  // Answers are checked elsewhere, against the reviewed definition. The library would compile schemas to code.
  jsonSchemaValidator: {
    getValidator: () => (input) => ({ valid: true, data: input as never, errorMessage: undefined }),
  },
  versionNegotiation: { mode: "auto" },
  inputRequired: { autoFulfill: false },
  listMaxPages: definitionLimits.pages,
})

async function withFailuresOf<Result>(peer: Peer, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw peer.failureOf(error)
  }
}

async function listAll(client: Client, limits: Limits): Promise<Tool[]> {
  const { tools } = await client.listTools({}, { ...limits, cacheMode: "bypass" })
  if (tools.length > definitionLimits.tools) throw new ToolServerFailure("too large")
  return tools
}

interface Call {
  name: string
  args: object
  definition: Tool | undefined
}

async function call(client: Client, { name, args, definition }: Call, limits: Limits): Promise<void> {
  const options = { ...limits, ...(definition && { toolDefinition: definition }) }
  await client.callTool({ name, arguments: { ...args } }, options)
}
