import { setTimeout as wait } from "node:timers/promises"
import type { Client } from "@modelcontextprotocol/client"
import { type AllowedHosts, allowHosts } from "../http-fetch/allowed-hosts.ts"
import type { RequestOptions } from "../http-fetch/request.ts"
import { toToolAnswer } from "./answer.ts"
import { hintsOfAll } from "./cache-hints.ts"
import { type CachedLists, cacheLists } from "./cached-lists.ts"
import { definitionLimits, toListedTools } from "./definition.ts"
import { aboutArguments, type Dialled, type KnownLines, mayBeOtherLine, openLine, type ServerLine } from "./line.ts"
import { openPeer, type Peer } from "./peer.ts"
import { type ToolAnswer, type ToolList, type ToolServerClient, ToolServerFailure, type ToolServers } from "./port.ts"
import { toSentence } from "./refusal.ts"
import { signIns } from "./sign-ins.ts"
import { checkIsComplete } from "./wishes.ts"

export interface ToolServersOptions extends Partial<Omit<RequestOptions, "maxBytes">>, AllowedHosts {
  /** A steady clock, in milliseconds. */
  readonly now?: () => number
}

/** Speaks MCP by the official client, over a guarded `fetch`. The client is loaded when it is first used. */
export function openToolServers({ hosts, now = () => performance.now(), ...given }: ToolServersOptions): ToolServers {
  const options = { maxBytes: 1_000_000, silenceMs: 20_000, totalMs: 60_000, ...given }
  const { isOff, allows } = allowHosts({ ...given, hosts })
  const memory: Memory = { known: new Map(), lists: cacheLists(now), now }
  const mayAttach = (address: string) => {
    const url = URL.parse(address)
    return url !== null && allows(url)
  }
  return {
    isOff,
    mayAttach,
    async open(server, signal) {
      if (!mayAttach(server.url)) throw new ToolServerFailure("address")
      const peer = openPeer(server.url, options, signal)
      const limits = { signal: peer.signal, timeout: options.totalMs }
      return withFailuresOf(peer, () => connect({ server, peer, limits }, memory))
    },
    ...signIns(options),
  }
}

/** How long `close` waits for a server to end a session, in milliseconds. */
const goodbyeMs = 1_000

interface Memory {
  known: KnownLines
  lists: CachedLists
  now(): number
}

interface Connection {
  readonly to: Dialled
  readonly memory: Memory
  line: ServerLine
}

async function connect(to: Dialled, memory: Memory): Promise<ToolServerClient> {
  const connection: Connection = { to, memory, line: await openLine(to, memory.known) }
  const tried = <Result>(work: () => Promise<Result>) => withFailuresOf(to.peer, work)
  const schemas = new Map<string, object>()
  return {
    listTools: ({ mayBeKept } = { mayBeKept: false }) =>
      tried(async () => {
        const cached = mayBeKept ? memory.lists.find(to.server) : undefined
        const toolList = cached ?? (await listAndKeep(connection))
        for (const { name, inputSchema } of toolList.tools) schemas.set(name, inputSchema)
        return toolList
      }),
    callTool: (name, args) => tried(() => callTool(connection, { name, args, inputSchema: schemas.get(name) ?? {} })),
    close: () => hangUp(connection.line),
  }
}

async function listAndKeep(connection: Connection): Promise<ToolList> {
  const { to, memory } = connection
  const askedAt = memory.now()
  const toolList = await list(connection).catch(async (error: unknown) => {
    if (!connection.line.isRemembered || !mayBeOtherLine(to.peer.failureOf(error))) throw error
    memory.known.delete(to.server.url)
    await hangUp(connection.line)
    connection.line = await openLine(to, memory.known)
    return list(connection)
  })
  memory.lists.keep(to.server, toolList, askedAt)
  return toolList
}

async function list({ to, line }: Connection): Promise<ToolList> {
  const { taken } = to.peer
  Object.assign(taken, { tools: [], hints: [], answer: undefined })
  const { tools } = await line.client.listTools({}, { ...to.limits, cacheMode: "bypass" })
  if (tools.length > definitionLimits.tools) throw new ToolServerFailure("too large")
  checkIsComplete(taken.answer)
  const listed = toListedTools(taken.tools, line.client.getProtocolEra() === "modern")
  const hints = hintsOfAll(taken.hints)
  if (!hints.isPrivate) return { ...listed, ...hints }
  return { ...listed, ...hints, tools: listed.tools.map((tool) => ({ ...tool, isPrivate: true })) }
}

/** Ending the session is a courtesy, so it does not wait for a slow server. */
async function hangUp({ client, transport }: ServerLine): Promise<void> {
  await Promise.race([transport.terminateSession().catch(() => {}), wait(goodbyeMs, undefined, { ref: false })])
  await client.close()
}

async function withFailuresOf<Result>(peer: Peer, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw peer.failureOf(error)
  }
}

interface Call {
  name: string
  args: object
  inputSchema: object
}

async function callTool({ line, to, memory }: Connection, call: Call): Promise<ToolAnswer> {
  try {
    return await sendCall(line.client, call, to)
  } catch (error) {
    const failure = failureOfCall(to.peer, error)
    const isAboutLine = mayBeOtherLine(failure) && !aboutArguments.includes(failure.code)
    if (isAboutLine) memory.known.delete(to.server.url)
    throw failure
  }
}

async function sendCall(client: Client, call: Call, { peer, limits }: Dialled): Promise<ToolAnswer> {
  const { name, args, inputSchema } = call
  Object.assign(peer.taken, { wishes: [], answer: undefined })
  const toolDefinition = { name, inputSchema: { ...inputSchema, type: "object" as const } }
  await client.callTool({ name, arguments: { ...args } }, { ...limits, toolDefinition })
  checkIsComplete(peer.taken.answer)
  const answer = toToolAnswer(peer.taken.answer)
  const wants = peer.taken.wishes
  if (!answer.isError || wants.length === 0) return answer
  throw new ToolServerFailure("asks for input", { wants, said: toSentence(answer.text) })
}

/** A call fails for want of input where the server asked for it meanwhile (before MCP 2026-07-28, on the call's stream). */
function failureOfCall({ taken, failureOf }: Peer, error: unknown): unknown {
  const failure = failureOf(error)
  const isOurs = failure instanceof ToolServerFailure && failure.reason !== "asks for input"
  if (!isOurs || taken.wishes.length === 0) return failure
  return new ToolServerFailure("asks for input", { cause: failure, wants: taken.wishes, said: failure.said })
}
