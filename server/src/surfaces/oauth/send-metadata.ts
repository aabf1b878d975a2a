import type { FastifyInstance } from "fastify"
import { beginAndCount } from "../transport/count-request.ts"
import { sendCacheable, toCacheable } from "../transport/etag.ts"
import type { Transport } from "../transport/transport.ts"

/** Serves a JSON document that anyone may read, from any origin, and keep for an hour. */
export function addMetadata(
  server: FastifyInstance,
  transport: Transport,
  { path, document }: { path: string; document: object },
): void {
  const content = toCacheable(JSON.stringify(document))
  const onRequest = beginAndCount(transport, "reads")
  server.get(path, { onRequest }, (request, reply) => {
    reply.header("content-type", "application/json; charset=utf-8")
    reply.header("cache-control", "public, max-age=3600")
    return sendCacheable(request, reply, content)
  })
  server.options(path, { onRequest }, (_request, reply) => reply.code(204).headers(preflight).send())
}

/** Clients that run in a browser send the version of their protocol along. */
const preflight = {
  allow: "GET, HEAD, OPTIONS",
  "access-control-allow-methods": "GET, HEAD, OPTIONS",
  "access-control-allow-headers": "MCP-Protocol-Version",
  "access-control-max-age": "7200",
}
