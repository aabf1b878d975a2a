import type { IncomingHttpHeaders } from "node:http"
import { decodeHeaderValue } from "#kernel/text/header-value.ts"
import { isObject, type RpcCall, type RpcMessage, readMeta } from "./message.ts"
import { invalidMessage, RpcFault, rpcCodes } from "./rpc.ts"
import { modernVersion } from "./server-info.ts"

/** MCP 2026-07-28, "_meta", reserved keys. */
export const metaKeys = {
  version: "io.modelcontextprotocol/protocolVersion",
  capabilities: "io.modelcontextprotocol/clientCapabilities",
  clientInfo: "io.modelcontextprotocol/clientInfo",
  serverInfo: "io.modelcontextprotocol/serverInfo",
  subscription: "io.modelcontextprotocol/subscriptionId",
} as const

/**
 * Refuses, in this order, an incomplete `_meta`, headers that differ from the body, and another version. Notifications
 * have no rules of their own (MCP 2026-07-28, transports, "Sending Messages"). @throws RpcFault 400
 */
export function checkModern(message: RpcMessage, headers: IncomingHttpHeaders): void {
  if (message.kind === "notification") return
  if (message.kind === "response") throw invalidMessage("This server sends no requests. Send a request with `method`.")
  const version = requiredVersion(message)
  for (const mirrored of mirroredFields) checkHeader(message, headers, mirrored)
  if (version === modernVersion) return
  const text = `This server does not speak that version of MCP. Send ${modernVersion}, or begin with \`initialize\`.`
  const data = { supported: [modernVersion], requested: version }
  throw new RpcFault(rpcCodes.unsupportedVersion, text, { status: 400, id: message.id, data })
}

function requiredVersion({ id, params }: RpcCall): string {
  const { [metaKeys.version]: version, [metaKeys.capabilities]: capabilities } = readMeta(params) ?? {}
  if (typeof version === "string" && isObject(capabilities)) return version
  const [key, form] = typeof version === "string" ? [metaKeys.capabilities, "{}"] : [metaKeys.version, modernVersion]
  const text = `\`params._meta\` lacks \`${key}\`. Send it with each request, such as ${form}.`
  throw new RpcFault(rpcCodes.invalidParams, text, { status: 400, id })
}

interface Mirrored {
  readonly header: string
  readonly source: string
  /** Undefined where the header has no meaning. */
  field(request: RpcCall): unknown
  read(sent: string): string | undefined
}

/** MCP 2026-07-28, transports, "Standard Request Headers". */
const mirroredFields: readonly Mirrored[] = [
  {
    header: "MCP-Protocol-Version",
    source: `params._meta["${metaKeys.version}"]`,
    field: ({ params }) => readMeta(params)?.[metaKeys.version],
    // Some clients and proxies send it twice, which Node joins.
    read: (sent) => sent.replace(/^([\d-]+)(?:, \1)+$/, "$1"),
  },
  { header: "Mcp-Method", source: "method", field: ({ method }) => method, read: (sent) => sent },
  { header: "Mcp-Name", source: "params.name or params.uri", field: nameIn, read: decodeHeaderValue },
]

function nameIn({ method, params }: RpcCall): unknown {
  if (method === "tools/call") return params.name ?? null
  return method === "resources/read" ? (params.uri ?? null) : undefined
}

/** MCP 2026-07-28, transports, "Server Validation". The method itself refuses a call without a name. */
function checkHeader(request: RpcCall, headers: IncomingHttpHeaders, mirrored: Mirrored): void {
  const { header, source, field, read } = mirrored
  const [value, sent] = [field(request), headers[header.toLowerCase()]]
  if (value === undefined || (sent === undefined && typeof value !== "string")) return
  if (typeof sent === "string" && read(sent) === value) return
  const fault = sent === undefined ? "is missing" : "differs from the body"
  const text = `The header \`${header}\` ${fault}. Repeat \`${source}\` in it.`
  throw new RpcFault(rpcCodes.headerMismatch, text, { status: 400, id: request.id })
}
