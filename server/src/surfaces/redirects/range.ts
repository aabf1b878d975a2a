import type { ByteRange } from "#adapters/blobs/port.ts"

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
