import type { FastifyPluginAsync } from "fastify"
import { beginAndCount } from "../transport/count-request.ts"
import type { Transport } from "../transport/transport.ts"
import { metadataPaths, pathOf, resourceMetadataUrl } from "../transport/well-known.ts"

/** Redirects clients that look for the metadata on the base host to the metadata's own host. */
export function metadataPointers(transport: Transport): FastifyPluginAsync {
  const { auth, base, mcp } = transport.app.addresses
  const originOf = (address: string) => new URL(address).origin
  const onRequest = beginAndCount(transport, "reads")
  return async (server) => {
    const point = (from: string, to: string) => {
      server.get(from, { onRequest }, (_request, reply) => reply.header("cache-control", "no-store").redirect(to, 307))
    }
    const path = "/.well-known/oauth-authorization-server"
    if (originOf(auth) !== originOf(base) || pathOf(auth) !== "")
      point(path, `${originOf(auth)}${metadataPaths({ auth, mcp }).server[0]}`)
    if (originOf(mcp) !== originOf(base)) point("/.well-known/oauth-protected-resource", resourceMetadataUrl({ mcp }))
  }
}
