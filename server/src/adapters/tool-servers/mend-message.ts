import { type JsonFields, jsonFields } from "./json.ts"

export interface RpcRequest {
  readonly method: string
  readonly id: unknown
}

export interface RawAnswers {
  tools: unknown[]
  answer: unknown
}

/**
 * Gives a server's message the form that the library accepts: it refuses a whole answer for one odd part, and waits for
 * ever for an answer without an id. Tools and answers are read from `taken` instead.
 */
export function mendMessage(message: unknown, asked: RpcRequest | undefined, taken: RawAnswers): unknown {
  if (Array.isArray(message)) return message.map((one) => mendMessage(one, asked, taken))
  const given = jsonFields(message)
  if (!given || typeof given.method === "string") return message
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
  if (asked?.method !== "tools/call") return withoutNulls(result, 8)
  const isWhole = given?.resultType === undefined || given.resultType === "complete"
  if (given && !isWhole) return given
  taken.answer = result
  return { ...(given?.resultType !== undefined && { resultType: given.resultType }), content: [] }
}

function toList({ nextCursor, tools, ...given }: JsonFields, taken: RawAnswers) {
  const list = Array.isArray(tools) ? tools : []
  taken.tools.push(...list)
  const hasMore = typeof nextCursor === "string" && nextCursor !== ""
  return { ...given, tools: list.map(toPlainTool), ...(hasMore && { nextCursor }) }
}

/** The part of a tool that the library reads: which arguments a call repeats in headers. */
function toPlainTool(tool: unknown) {
  const { name, inputSchema } = jsonFields(tool) ?? {}
  const properties = jsonFields(jsonFields(inputSchema)?.properties)
  const schema = { type: "object", ...(properties && { properties }) }
  return { name: typeof name === "string" ? name : "", inputSchema: schema }
}

/** Drops fields that are null, in so many levels: servers write them for what is left out. */
function withoutNulls(value: unknown, levels: number): unknown {
  const given = jsonFields(value)
  if (!given || levels === 0) return value
  const fields = Object.entries(given).filter(([, part]) => part !== null)
  return Object.fromEntries(fields.map(([name, part]) => [name, withoutNulls(part, levels - 1)]))
}
