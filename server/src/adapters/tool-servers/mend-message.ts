import { type CacheHints, hintsIn } from "./cache-hints.ts"
import { type JsonFields, jsonFields } from "./json.ts"
import { noteVersions } from "./versions.ts"
import { wishesIn } from "./wishes.ts"

export interface RpcRequest {
  readonly method: string
  readonly id: unknown
}

/** A server's unchanged answers. */
export interface RawAnswers {
  tools: unknown[]
  /** The cache hints of each page of the list. */
  hints: CacheHints[]
  answer: unknown
  /** The names of requests that the server sent to its client. */
  wishes: string[]
  /** The versions of the protocol that the server named last. */
  versions: readonly string[]
}

export const noAnswers = (): RawAnswers => ({ tools: [], hints: [], answer: undefined, wishes: [], versions: [] })

/**
 * Gives a server's message the form that the library accepts: it refuses a whole answer for one odd part, and waits for
 * ever for an answer without an id. Tools and answers are read from `taken` instead.
 */
export function mendMessage(message: unknown, asked: RpcRequest | undefined, taken: RawAnswers): unknown {
  if (Array.isArray(message)) return message.map((one) => mendMessage(one, asked, taken))
  const given = jsonFields(message)
  if (!given) return message
  if (typeof given.method === "string") {
    if (given.id !== undefined) taken.wishes.push(...wishesIn([given]))
    return message
  }
  noteVersions(given, taken)
  const frame = { jsonrpc: "2.0", id: given.id ?? asked?.id }
  if (given.error !== undefined && given.error !== null) return { ...frame, error: toError(given.error) }
  return "result" in given ? { ...frame, result: toResult(given.result, asked, taken) } : message
}

const internalError = -32_603

function toError(error: unknown) {
  const { code, message = error, data } = jsonFields(error) ?? {}
  const text = typeof message === "string" ? message : JSON.stringify(message)
  return { code: Number.isInteger(code) ? code : internalError, message: text, data }
}

function toResult(result: unknown, asked: RpcRequest | undefined, taken: RawAnswers): unknown {
  const given = jsonFields(withoutNulls(result, 1))
  if (asked?.method === "tools/list" && given) return toList(given, taken)
  if (asked?.method === "tools/call") {
    taken.answer = result
    return { resultType, content: [] }
  }
  const mended = withoutNulls(result, 8)
  // Some servers declare no tools and still list some, so the list decides.
  const { capabilities, ...others } = jsonFields(mended) ?? {}
  if (asked?.method !== "server/discover" || !others.supportedVersions) return mended
  return { ...others, capabilities: { tools: {}, ...jsonFields(capabilities) } }
}

/** The newer line demands it, and servers of the older one do not know it. */
const resultType = "complete"

function toList({ nextCursor, tools, ...given }: JsonFields, taken: RawAnswers) {
  const list = Array.isArray(tools) ? tools : []
  taken.answer = given
  taken.tools.push(...list)
  taken.hints.push(hintsIn(given))
  const hasMore = typeof nextCursor === "string" && nextCursor !== ""
  const hints = { ttlMs: 0, cacheScope: "private" }
  return { ...hints, resultType, tools: list.map(toPlainTool), ...(hasMore && { nextCursor }) }
}

/** The library gets no schema. The one that a call's headers are made of is given to it with the call. */
function toPlainTool(tool: unknown) {
  const { name } = jsonFields(tool) ?? {}
  return { name: typeof name === "string" ? name : "", inputSchema: { type: "object" } }
}

/** Drops null fields down to this many levels: some servers write null for an absent field. */
function withoutNulls(value: unknown, levels: number): unknown {
  const given = jsonFields(value)
  if (!given || levels === 0) return value
  const fields = Object.entries(given).filter(([, part]) => part !== null)
  return Object.fromEntries(fields.map(([name, part]) => [name, withoutNulls(part, levels - 1)]))
}
