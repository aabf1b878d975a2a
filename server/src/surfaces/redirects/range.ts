import type { FastifyReply, FastifyRequest } from "fastify"
import type { ByteRange } from "#adapters/blobs/port.ts"

/** The range that a client asks for. RFC 9110 §13.1.5: a condition must name the bytes of which the client has a part. */
export function rangeIn(
  { headers }: FastifyRequest,
  { etag, sizeBytes }: { etag: string; sizeBytes: number },
): ByteRange | "unsatisfiable" | undefined {
  const condition = headers["if-range"]
  return condition === undefined || condition === etag ? readRange(headers.range, sizeBytes) : undefined
}

/** RFC 9110 §15.5.17: "SHOULD generate a Content-Range header field specifying the current length". */
export function refuseRange(reply: FastifyReply, sizeBytes: number): FastifyReply {
  return reply
    .code(416)
    .headers({ "content-range": `bytes */${sizeBytes}`, "content-length": 0 })
    .send()
}

/** Writes status and headers for a part, or for all `sizeBytes`. Returns the range to send. */
export function announceRange(reply: FastifyReply, range: ByteRange | undefined, sizeBytes: number): ByteRange {
  const sent = range ?? { start: 0, end: sizeBytes - 1 }
  const { start, end } = sent
  if (range) reply.code(206).header("content-range", `bytes ${start}-${end}/${sizeBytes}`)
  reply.header("content-length", end - start + 1)
  return sent
}

/**
 * Reads a `Range` header (RFC 9110 §14.2). `undefined`: send the whole file, because there is no range, or it is
 * malformed, in another unit, or lists several ranges, all of which a server may ignore. `"unsatisfiable"`: none of its
 * bytes exist.
 */
export function readRange(header: string | undefined, sizeBytes: number): ByteRange | "unsatisfiable" | undefined {
  const match = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/i.exec(header ?? "")
  if (!match) return undefined
  const [, first = "", last = ""] = match
  if (first === "" && last === "") return undefined
  if (first === "") return suffixRange(Number(last), sizeBytes)
  const start = Number(first)
  if (last !== "" && Number(last) < start) return undefined
  if (start >= sizeBytes) return "unsatisfiable"
  return { start, end: last === "" ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1) }
}

function suffixRange(length: number, sizeBytes: number): ByteRange | "unsatisfiable" {
  if (length === 0 || sizeBytes === 0) return "unsatisfiable"
  return { start: Math.max(sizeBytes - length, 0), end: sizeBytes - 1 }
}
