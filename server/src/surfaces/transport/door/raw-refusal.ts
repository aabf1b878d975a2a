import { STATUS_CODES } from "node:http"
import type { ServiceError } from "#kernel/error.ts"
import { envelopeOf } from "../error-envelope.ts"

/** A refusal as the bytes of a whole response, for a connection without a Node response. It closes the connection. */
export function refusalBytes(error: ServiceError, headers: Record<string, string>): string {
  const body = JSON.stringify(envelopeOf(error))
  const all = {
    ...headers,
    ...(error.retryAfterSeconds !== undefined && { "retry-after": String(error.retryAfterSeconds) }),
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
    "content-length": String(Buffer.byteLength(body)),
    date: new Date().toUTCString(),
    connection: "close",
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}\r\n${lines.join("\r\n")}\r\n\r\n${body}`
}
