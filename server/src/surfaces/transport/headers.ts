import type { FastifyReply } from "fastify"
import type { Standing } from "./rate-limit.ts"

const exposed = [
  "RateLimit-Limit",
  "RateLimit-Remaining",
  "RateLimit-Reset",
  "Retry-After",
  "SVC-Version",
  "Deprecation",
  "Sunset",
  "Link",
  "Idempotent-Replayed",
  "X-Request-Id",
  "ETag",
]

/** On every response of the API. CORS is open to every origin, and without credentials: no `Allow-Credentials`. */
export const everyResponse: Readonly<Record<string, string>> = {
  vary: "SVC-Version",
  "access-control-allow-origin": "*",
  "access-control-expose-headers": exposed.join(", "),
  "x-content-type-options": "nosniff",
}

/** The answer to a preflight request, which a browser sends before a request with our headers. */
export const preflight: Readonly<Record<string, string>> = {
  "access-control-allow-headers": "Content-Type, Idempotency-Key, SVC-Version, If-None-Match, X-Request-Id",
  "access-control-max-age": "7200",
}

/** The `RateLimit-*` triple. */
export function rateHeaders({ limit, remaining, resetSeconds }: Standing): Record<string, string> {
  return {
    "ratelimit-limit": String(limit),
    "ratelimit-remaining": String(remaining),
    "ratelimit-reset": String(resetSeconds),
  }
}

/** Writes the `RateLimit-*` headers on a reply. */
export function writeRate(reply: FastifyReply, { limit, remaining, resetSeconds }: Standing): void {
  reply.header("ratelimit-limit", String(limit))
  reply.header("ratelimit-remaining", String(remaining))
  reply.header("ratelimit-reset", String(resetSeconds))
}
