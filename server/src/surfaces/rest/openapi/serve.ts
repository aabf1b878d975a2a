import type { RouteOptions } from "fastify"
import { beginAndCount } from "../../transport/count-request.ts"
import { sendCacheable, toCompressed } from "../../transport/etag.ts"
import { lazy } from "../../transport/lazy.ts"
import type { Transport } from "../../transport/transport.ts"
import { endpoints } from "../endpoints.ts"
import { openApiDocument } from "./document.ts"

/** OpenAPI's own media type; the catalogs declare it. */
export const openApiType = "application/vnd.oai.openapi+json;version=3.1"

/** The route of `openapi.json`. The document is made at its first request. */
export function openApiRoute(transport: Transport): RouteOptions {
  const { app, versions } = transport
  const about = { baseUrl: app.addresses.base, brandName: app.brandName, versionDates: versions.dates }
  const document = lazy(() => toCompressed(JSON.stringify(openApiDocument(endpoints, about))))
  return {
    method: "GET",
    url: "/openapi.json",
    config: { endpointId: "openapi" },
    onRequest: beginAndCount(transport, "reads"),
    handler: (request, reply) => {
      reply.header("content-type", openApiType)
      reply.header("cache-control", "public, max-age=3600")
      return sendCacheable(request, reply, document())
    },
  }
}
