import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from "fastify"
import type { Settings } from "#config/settings.ts"
import { beginAndCount } from "../transport/count-request.ts"
import { wrongMethod } from "../transport/door/protocol-refusals.ts"
import { answerWithEnvelope } from "../transport/error-envelope.ts"
import { sendCacheable, toCacheable, toCompressed } from "../transport/etag.ts"
import { lazy } from "../transport/lazy.ts"
import type { Transport } from "../transport/transport.ts"
import { pathOf } from "../transport/well-known.ts"
import { type Document, documentBytes } from "./document.ts"
import { documents } from "./documents.ts"
import { addSitemaps } from "./sitemaps.ts"

/** The documents below one of the public addresses, as a Fastify plugin. Each is made at its first request. */
export function discoverySurface(transport: Transport, settings: Settings, below: "base" | "mcp"): FastifyPluginAsync {
  const count = beginAndCount(transport, "reads")
  return async (server) => {
    server.setErrorHandler(answerWithEnvelope(transport.app.log))
    server.addHook("onRequest", async (request, reply) => {
      await count(request, reply)
      if (request.method !== "GET" && request.method !== "HEAD") return answerOther(request, reply)
    })
    // The base address has no prefix here, since all other routes are below it, whatever path a proxy adds.
    if (below === "base") addSitemaps(server, transport.app)
    const prefix = below === "base" ? "" : pathOf(settings.addresses[below])
    for (const document of documents.filter((row) => (row.below ?? "base") === below)) {
      for (const path of document.paths) addRoutes(server, `${prefix}${path}`, { document, settings })
    }
  }
}

interface Served {
  document: Document
  settings: Settings
}

function addRoutes(server: FastifyInstance, url: string, { document, settings }: Served): void {
  const toContent = document.type.startsWith("image/") ? toCacheable : toCompressed
  const content = lazy(() => toContent(documentBytes(document, settings)))
  const headers = {
    "content-type": document.type,
    "cache-control": "public, max-age=3600",
    ...document.headers?.(settings),
  }
  const config = { endpointId: document.id }
  server.get(url, { config }, (request, reply) => sendCacheable(request, reply.headers(headers), content()))
  server.route({ method: ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"], url, config, handler: () => undefined })
}

const allow = "GET, HEAD, OPTIONS"

/** Allows scripts of every origin to ask, with any headers that their client adds. Ignores the body. */
function answerOther(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.header("allow", allow)
  if (request.method !== "OPTIONS") throw wrongMethod(request.method, allow)
  const preflight = { "access-control-allow-headers": "*", "access-control-max-age": "7200" }
  return reply.code(204).headers(preflight).header("access-control-allow-methods", allow).send()
}
