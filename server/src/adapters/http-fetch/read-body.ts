import type { IncomingMessage } from "node:http"
import type { Readable, Transform } from "node:stream"
import { pipeline } from "node:stream/promises"
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib"
import { limited } from "#kernel/bounds/limited.ts"

const decoders: Record<string, () => Transform> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

/** The codings that `readBody` supports, for `Accept-Encoding`. */
export const acceptedEncodings = "gzip, br, deflate"

/** Throws above `maxBytes` before or after decompression, so that a small response cannot fill the memory. */
export async function readBody(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  const collect = async (decoded: AsyncIterable<Buffer>) => {
    for await (const chunk of limited(decoded, maxBytes)) chunks.push(chunk)
  }
  const compressed = (source: Readable) => limited(source as AsyncIterable<Buffer>, maxBytes)
  await pipeline([response, compressed, ...decodersOf(response), collect])
  return Buffer.concat(chunks)
}

/** One decoder for each coding, the last applied first (RFC 9110 section 8.4). */
function decodersOf(response: IncomingMessage): Transform[] {
  const codings = (response.headers["content-encoding"] ?? "")
    .toLowerCase()
    .split(",")
    .map((coding) => coding.trim())
    .filter((coding) => coding !== "" && coding !== "identity")
  if (codings.length > 2) throw new Error("The body is encoded too often.")
  return codings.reverse().map((coding) => {
    const decoder = Object.hasOwn(decoders, coding) && decoders[coding]
    if (!decoder) throw new Error("The body has an encoding that was not asked for.")
    return decoder()
  })
}
