const version = "2026-07-28"

interface Asked {
  readonly id?: string | number
  readonly meta?: object
}

/** A request of MCP 2026-07-28: it names its version itself, and its headers repeat parts of the body. */
export function modernRequest(method: string, params: Record<string, unknown> = {}, { id = 1, meta }: Asked = {}) {
  const name = params.name ?? params.uri
  const headers: Record<string, string> = {
    ...{ "content-type": "application/json", accept: "application/json, text/event-stream" },
    ...{ "mcp-protocol-version": version, "mcp-method": method },
    ...(name !== undefined && { "mcp-name": String(name) }),
  }
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": version,
    "io.modelcontextprotocol/clientCapabilities": {},
    ...meta,
  }
  return { headers, body: JSON.stringify({ jsonrpc: "2.0", id, method, params: { ...params, _meta } }) }
}
