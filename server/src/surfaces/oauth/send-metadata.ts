import { createHash } from "node:crypto"
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { limit } from "../rest/admit.ts"
import type { Rest } from "../rest/rest.ts"
import { sendCacheable } from "../transport/etag.ts"

/** Serves a JSON document that anyone may read, from any origin, and keep for an hour. */
export function addMetadata(server: FastifyInstance, rest: Rest, url: string, document: object): void {
  const bytes = JSON.stringify(document)
  const etag = `"${createHash("sha256").update(bytes).digest("base64url")}"`
  const onRequest = async (request: FastifyRequest, reply: FastifyReply) => {
    await limit(rest, "reads", request, reply)
  }
  server.get(url, { onRequest }, (request, reply) => {
    reply.header("content-type", "application/json; charset=utf-8")
    reply.header("cache-control", "public, max-age=3600")
    return sendCacheable(request, reply, { bytes, etag })
  })
  server.options(url, { onRequest }, (_request, reply) => reply.code(204).headers(preflight).send())
}

/** Clients that run in a browser send the version of their protocol along. */
const preflight = {
  allow: "GET, HEAD, OPTIONS",
  "access-control-allow-methods": "GET, HEAD, OPTIONS",
  "access-control-allow-headers": "MCP-Protocol-Version",
  "access-control-max-age": "7200",
}
