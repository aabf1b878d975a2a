import type { IncomingHttpHeaders } from "node:http"
import { isObject, type RpcMessage, type RpcRequest, readMeta } from "./message.ts"
import { invalidMessage, RpcFault, rpcCodes } from "./rpc.ts"
import { modernVersion } from "./server-info.ts"

/** MCP 2026-07-28, "_meta", reserved keys. */
export const metaKeys = {
  version: "io.modelcontextprotocol/protocolVersion",
  capabilities: "io.modelcontextprotocol/clientCapabilities",
  clientInfo: "io.modelcontextprotocol/clientInfo",
  serverInfo: "io.modelcontextprotocol/serverInfo",
} as const

/**
 * Refuses, in this order, an incomplete `_meta`, headers that differ from the body, and another version. Notifications
 * have no rules of their own (MCP 2026-07-28, transports, "Sending Messages"). @throws RpcFault 400
 */
export function checkModern(message: RpcMessage, headers: IncomingHttpHeaders): void {
  if (message.kind === "notification") return
  if (message.kind === "response") throw invalidMessage("This server sends no requests. Send a request with `method`.")
  const version = requiredVersion(message)
  checkHeader(message, headers, {
    name: "MCP-Protocol-Version",
    source: `_meta["${metaKeys.version}"]`,
    value: version,
  })
  checkHeader(message, headers, { name: "Mcp-Method", source: "method", value: message.method })
  const named = namedBy(message)
  if (named) checkHeader(message, headers, { name: "Mcp-Name", ...named })
  if (version === modernVersion) return
  throw refusal(message, {
    code: rpcCodes.unsupportedVersion,
    text: `This server does not speak that version of MCP. Send ${modernVersion}, or begin with \`initialize\`.`,
    data: { supported: [modernVersion], requested: version },
  })
}

function requiredVersion(request: RpcRequest): string {
  const meta = readMeta(request.params) ?? {}
  const { [metaKeys.version]: version, [metaKeys.capabilities]: capabilities } = meta
  if (typeof version !== "string") throw lacking(request, metaKeys.version, `a string, such as "${modernVersion}"`)
  if (!isObject(capabilities)) throw lacking(request, metaKeys.capabilities, "an object, such as {}")
  return version
}

const lacking = (request: RpcRequest, key: string, form: string) =>
  refusal(request, {
    code: rpcCodes.invalidParams,
    text: `\`params._meta\` lacks \`${key}\`. Send it with each request as ${form}.`,
  })

interface Mirrored {
  readonly name: "MCP-Protocol-Version" | "Mcp-Method" | "Mcp-Name"
  /** The field of the body that the header repeats. */
  readonly source: string
  readonly value: unknown
}

/** MCP 2026-07-28, transports, "Server Validation". */
function checkHeader(request: RpcRequest, headers: IncomingHttpHeaders, { name, source, value }: Mirrored): void {
  const sent = headers[name.toLowerCase()]
  // A call without a name is a fault of its own, which the method names.
  if (sent === undefined && typeof value !== "string") return
  if (typeof sent === "string" && readHeader(name, sent) === value) return
  const fault = sent === undefined ? "is missing" : "differs from the body"
  const text = `The header \`${name}\` ${fault}. Repeat \`${source}\` in it.`
  throw refusal(request, { code: rpcCodes.headerMismatch, text })
}

function namedBy({ method, params }: RpcRequest): Omit<Mirrored, "name"> | undefined {
  if (method === "tools/call") return { source: "params.name", value: params.name }
  return method === "resources/read" ? { source: "params.uri", value: params.uri } : undefined
}

const strictUtf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

function readHeader(name: Mirrored["name"], sent: string): string | undefined {
  if (name === "Mcp-Name") return decodeHeader(sent)
  // Some clients and proxies send the version twice, which Node joins.
  return name === "Mcp-Method" ? sent : sent.replace(/^([\d-]+)(?:, \1)+$/, "$1")
}

/** MCP 2026-07-28, transports, "Value Encoding". Undefined for a value that no client may send. */
function decodeHeader(sent: string): string | undefined {
  const encoded = /^=\?base64\?(.*)\?=$/.exec(sent)?.[1]
  if (encoded === undefined) return /^[\t -~]*$/.test(sent) ? sent : undefined
  const bytes = Buffer.from(encoded, "base64")
  if (bytes.toString("base64") !== encoded) return undefined
  try {
    return strictUtf8.decode(bytes)
  } catch {
    return undefined
  }
}

interface Refused {
  readonly code: number
  readonly text: string
  readonly data?: object
}

function refusal({ id }: RpcRequest, { code, text, data }: Refused): RpcFault {
  return new RpcFault(code, text, { status: 400, id, ...(data && { data }) })
}
