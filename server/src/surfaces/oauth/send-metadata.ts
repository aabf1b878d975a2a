import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { beginAndCount } from "../transport/count-request.ts"
import { sendCacheable, toCompressed } from "../transport/etag.ts"
import { lazy } from "../transport/lazy.ts"
import type { Transport } from "../transport/transport.ts"

/** Serves a JSON document that anyone may read, from any origin, and keep for an hour. */
export function addMetadata(
  server: FastifyInstance,
  transport: Transport,
  { path, document }: { path: string; document: object },
): void {
  const content = lazy(() => toCompressed(JSON.stringify(document)))
  const onRequest = beginAndCount(transport, "reads")
  server.get(path, { onRequest }, (request, reply) => {
    reply.header("content-type", "application/json; charset=utf-8")
    reply.header("cache-control", "public, max-age=3600")
    return sendCacheable(request, reply, content())
  })
  server.options(path, { onRequest }, answerPreflight("GET, HEAD, OPTIONS", "MCP-Protocol-Version"))
}

/**
 * Makes the answer to a preflight request, which tells scripts of every origin which methods and headers they may send.
 * Clients that run in a browser send the version of their protocol along.
 */
export function answerPreflight(allow: string, headers: string) {
  const preflight = {
    allow,
    "access-control-allow-methods": allow,
    "access-control-allow-headers": headers,
    "access-control-max-age": "7200",
  }
  return (_request: FastifyRequest, reply: FastifyReply) => reply.code(204).headers(preflight).send()
}
