import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { beginAndCount } from "../transport/count-request.ts"
import { sendCacheable, toCompressed } from "../transport/etag.ts"
import { lazy } from "../transport/lazy.ts"
import type { Transport } from "../transport/transport.ts"
import { isSignInFirst } from "../transport/well-known.ts"

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
