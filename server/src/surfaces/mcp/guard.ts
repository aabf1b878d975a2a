import type { IncomingHttpHeaders } from "node:http"
import type { Addresses } from "#kernel/addresses.ts"
import type { RpcMessage } from "./message.ts"
import { invalidMessage, RpcFault, rpcCodes } from "./rpc.ts"
import { protocolVersion } from "./server-info.ts"

const loopbacks = ["localhost", "127.0.0.1", "[::1]"]

/**
 * MCP 2025-06-18, transports: "Servers MUST validate the Origin header on all incoming connections to prevent DNS
 * rebinding attacks." Allows programs (no `Origin`), this service's pages and the `named` origins. @throws RpcFault
 * 403.
 */
export function headerGuard(
  { base, auth, mcp }: Addresses,
  named: readonly string[],
): (headers: IncomingHttpHeaders) => void {
  const origins = new Set([...[base, auth, mcp].flatMap(originsOf), ...named])
  const hosts = new Set(originsOf(mcp).flatMap(hostsOf))
  return ({ host, origin }) => {
    if (host === undefined || !hosts.has(host.toLowerCase())) throw foreign("Host")
    if (origin !== undefined && !origins.has(origin.toLowerCase())) throw foreign("Origin")
  }
}

/**
 * The first request negotiates and may name any version. MCP 2025-06-18, transports: "If the server receives a request
 * with an invalid or unsupported MCP-Protocol-Version, it MUST respond with 400 Bad Request." @throws RpcFault 400.
 */
export function needVersion(message: RpcMessage, { "mcp-protocol-version": version }: IncomingHttpHeaders): void {
  if (version === undefined || version === protocolVersion) return
  if (message.kind === "request" && message.method === "initialize") return
  throw invalidMessage(
    `This server speaks MCP ${protocolVersion} only. Send \`initialize\`, then that version in the header.`,
  )
}

/** On one machine, all loopback names are the same host. */
function originsOf(address: string): string[] {
  const url = new URL(address)
  if (!loopbacks.includes(url.hostname)) return [url.origin]
  return loopbacks.map((hostname) => `${url.protocol}//${hostname}${url.port && `:${url.port}`}`)
}

/** A `Host` header may contain the port even when it is the scheme's default. */
function hostsOf(origin: string): string[] {
  const { host, port, protocol } = new URL(origin)
  return port ? [host] : [host, `${host}:${protocol === "https:" ? 443 : 80}`]
}

const foreign = (header: string) =>
  new RpcFault(rpcCodes.invalidRequest, `The header \`${header}\` is not accepted here.`, {
    status: 403,
  })
