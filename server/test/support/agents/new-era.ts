/** The revision of MCP whose requests name their version and their client's capabilities themselves. */
export const newEra = "2026-07-28"

const prefix = "io.modelcontextprotocol/"
export const serverInfoKey = `${prefix}serverInfo`

type Fields = Readonly<Record<string, unknown>>

export interface NewEraChanges {
  /** Fields of `_meta` without their prefix; undefined leaves one out. Null leaves `_meta` out. */
  readonly meta?: Fields | null
  /** Headers by their names in small letters; undefined leaves one out. */
  readonly headers?: Readonly<Record<string, string | undefined>>
  readonly id?: string | number
  /** Has no prefix in `_meta`. */
  readonly traceparent?: unknown
}

export interface NewEraRequest {
  readonly body: string
  readonly headers: Record<string, string>
}

/** A request as a client of the new era sends it, with `changes`. */
export function newEraRequest(method: string, params: Fields = {}, changes: NewEraChanges = {}): NewEraRequest {
  const { meta = {}, headers = {}, id = 1, traceparent } = changes
  const name = method === "tools/call" ? params.name : method === "resources/read" ? params.uri : undefined
  const fields = { protocolVersion: newEra, clientCapabilities: {}, ...meta }
  const _meta = Object.fromEntries(Object.entries(fields).map(([key, value]) => [`${prefix}${key}`, value]))
  const types = { "content-type": "application/json", accept: "application/json, text/event-stream" }
  const every = { ...types, "mcp-protocol-version": newEra, "mcp-method": method, "mcp-name": name, ...headers }
  const sent = Object.entries(every).filter((header): header is [string, string] => typeof header[1] === "string")
  const whole = meta === null ? params : { ...params, _meta: { ..._meta, traceparent } }
  return { body: JSON.stringify({ jsonrpc: "2.0", id, method, params: whole }), headers: Object.fromEntries(sent) }
}

/** The form of `Mcp-Name` for a text that no header may contain as it is. */
export const inBase64 = (text: string | Buffer): string => `=?base64?${Buffer.from(text).toString("base64")}?=`
