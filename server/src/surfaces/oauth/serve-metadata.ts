import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify"
import { beginAndCount } from "../transport/count-request.ts"
import { sendCacheable, toCompressed } from "../transport/etag.ts"
import { lazy } from "../transport/lazy.ts"
import type { Transport } from "../transport/transport.ts"
import { isSignInFirst, metadataPaths, pathOf, resourceMetadataUrl, signInFirst } from "../transport/well-known.ts"
import { protectedResourceMetadata } from "./metadata.ts"

interface Metadata {
  path: string
  document: object
  signInFirst?: object
}

/** Serves a public JSON document that every origin may read, and cache for an hour. */
export function addMetadata(
  server: FastifyInstance,
  transport: Transport,
  { path, document, signInFirst = document }: Metadata,
): void {
  const content = lazy(() => toCompressed(JSON.stringify(document)))
  const contentSignInFirst = lazy(() => toCompressed(JSON.stringify(signInFirst)))
  const onRequest = beginAndCount(transport, "reads")
  server.get(path, { onRequest }, (request, reply) => {
    reply.header("content-type", "application/json; charset=utf-8")
    reply.header("cache-control", "public, max-age=3600")
    return sendCacheable(request, reply, isSignInFirst(request) ? contentSignInFirst() : content())
  })
  server.options(path, { onRequest }, answerPreflight("GET, HEAD, OPTIONS", "MCP-Protocol-Version"))
}

/** Scripts of every origin may send these. Clients in a browser also send their protocol version. */
export function answerPreflight(allow: string, headers: string) {
  const preflight = {
    allow,
    "access-control-allow-methods": allow,
    "access-control-allow-headers": headers,
    "access-control-max-age": "7200",
  }
  return (_request: FastifyRequest, reply: FastifyReply) => reply.code(204).headers(preflight).send()
}

/** The protected-resource metadata on the tool server's host, as a Fastify plugin. */
export function resourceMetadataSurface(transport: Transport): FastifyPluginAsync {
  const { addresses, brandName } = transport.app
  return async (server) => {
    const metadata = protectedResourceMetadata(addresses, brandName)
    // RFC 9728 §3.3: clients compare `resource` with the whole address that they were given.
    const ofSignInFirst = { ...metadata, resource: `${addresses.mcp}${signInFirst}` }
    for (const path of metadataPaths(addresses).resource) {
      addMetadata(server, transport, { path, document: metadata, signInFirst: ofSignInFirst })
    }
  }
}

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
