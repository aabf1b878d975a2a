import { createHash } from "node:crypto"
import type { FastifyReply, FastifyRequest } from "fastify"

/** Bytes that may be cached, with the strong entity tag that names them. */
export interface Cacheable {
  readonly bytes: string | Uint8Array
  /** In its quotes. */
  readonly etag: string
}

/** Names bytes by their SHA-256. */
export function toCacheable(bytes: string | Uint8Array): Cacheable {
  return { bytes, etag: `"${createHash("sha256").update(bytes).digest("base64url")}"` }
}

/** Sends bytes, or 304 when the client has them. */
export function sendCacheable(request: FastifyRequest, reply: FastifyReply, { bytes, etag }: Cacheable): FastifyReply {
  reply.header("etag", etag)
  if (!names(request.headers["if-none-match"], etag)) return reply.send(bytes)
  return reply.code(304).removeHeader("content-type").send()
}

/** Compares weakly, as RFC 9110 §13.1.2 asks for `If-None-Match`. */
function names(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  return header.split(",").some((part) => part.trim() === "*" || part.trim().replace(/^W\//, "") === etag)
}
