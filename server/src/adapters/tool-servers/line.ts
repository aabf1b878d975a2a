import type { Client, ClientOptions, ConnectOptions, StreamableHTTPClientTransport } from "@modelcontextprotocol/client"
import { dropOldest } from "#kernel/bounds/drop-oldest.ts"
import { definitionLimits } from "./definition.ts"
import type { Peer } from "./peer.ts"
import { type ServerAddress, ToolServerFailure } from "./port.ts"

type Prior = NonNullable<ConnectOptions["prior"]>

/** The line of the protocol that each server spoke last, by its address. A later connection asks no more. */
export type KnownLines = Map<string, Prior>

const mostKnown = 1_000

export interface Dialled {
  readonly server: ServerAddress
  readonly peer: Peer
  readonly limits: { readonly signal: AbortSignal; readonly timeout: number }
}

export interface ServerLine {
  readonly client: Client
  readonly transport: StreamableHTTPClientTransport
  readonly isRemembered: boolean
}

/** Connects to a server by the line that it spoke last, or by the one that it names. */
export async function openLine(to: Dialled, known: KnownLines): Promise<ServerLine> {
  const { url } = to.server
  const prior = known.get(url)
  if (prior) {
    try {
      return { ...(await dial(to, prior)), isRemembered: true }
    } catch (error) {
      if (!mayBeOtherLine(to.peer.failureOf(error))) throw error
      known.delete(url)
    }
  }
  const dialled = await ask(to)
  const version = dialled.client.getNegotiatedProtocolVersion()
  const isNew = dialled.client.getProtocolEra() === "modern" && version !== undefined
  known.set(url, isNew ? { kind: "modern", discover: discoverOf(version) } : { kind: "legacy" })
  dropOldest(known, mostKnown)
  return { ...dialled, isRemembered: false }
}

/** Whether a failure may mean that a server now speaks the other line. */
export function mayBeOtherLine(failure: unknown): failure is ToolServerFailure {
  if (!(failure instanceof ToolServerFailure)) return false
  const { reason, isUnsent, retryAfterSeconds } = failure
  if (isUnsent || retryAfterSeconds !== undefined) return false
  return ["refused", "broken", "protocol", "unreachable"].includes(reason)
}

/** Errors of a call to a server that knows the line: of headers, and of arguments. */
export const aboutArguments: readonly (number | undefined)[] = [-32_020, -32_602]

/** Asks for the line. A server of the older one may answer the question in any way, so it is then tried by that line. */
async function ask(to: Dialled): Promise<Omit<ServerLine, "isRemembered">> {
  try {
    return await dial(to)
  } catch (error) {
    const first = to.peer.failureOf(error)
    const isAnswered = to.peer.lastAsked() !== "server/discover" || to.peer.taken.versions.length > 0
    if (isAnswered || !isWorthAnother(first)) throw await otherVersion(to.peer, first)
    try {
      return await dial(to, { kind: "legacy" })
    } catch (error) {
      const second = to.peer.failureOf(error)
      const asksForSignIn = second instanceof ToolServerFailure && second.reason === "unauthorized"
      throw await otherVersion(to.peer, asksForSignIn ? second : first)
    }
  }
}

const isWorthAnother = (failure: unknown) =>
  mayBeOtherLine(failure) ||
  (failure instanceof ToolServerFailure && failure.reason === "unauthorized" && failure.challenge === undefined)

/** Names the versions of a server that speaks none of ours. */
async function otherVersion({ taken: { versions } }: Peer, failure: unknown): Promise<unknown> {
  const { SUPPORTED_PROTOCOL_VERSIONS: older } = await import("@modelcontextprotocol/client")
  const isOther = versions.length > 0 && !versions.some((one) => [...older, newVersion].includes(one))
  return isOther ? new ToolServerFailure("other version", { cause: failure, said: versions.join(", ") }) : failure
}

const newVersion = "2026-07-28"

/** Connects without client capabilities: a server cannot make requests, and its notifications are ignored. */
async function dial({ server, peer, limits }: Dialled, prior?: Prior): Promise<Omit<ServerLine, "isRemembered">> {
  const { Client, StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client")
  const { url, bearer } = server
  const client = new Client({ name: "atelier", version: "1" }, clientOptions())
  const transport = new StreamableHTTPClientTransport(new URL(url), {
    fetch: peer.fetch,
    onInsufficientScope: "throw",
    reconnectionOptions: { maxReconnectionDelay: 2_000, initialReconnectionDelay: 200, reconnectionDelayGrowFactor: 2, maxRetries: 2 }, // biome-ignore format: one line
    ...(bearer !== undefined && { authProvider: { token: async () => bearer } }),
  })
  await client.connect(transport, { ...limits, ...(prior && { prior }) })
  return { client, transport }
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

/** The remembered part of an answer to `server/discover`. Nothing in it is private to a sign-in. */
const discoverOf = (version: string) => ({
  supportedVersions: [version],
  capabilities: { tools: {} },
  ttlMs: 0,
  cacheScope: "private" as const,
})
