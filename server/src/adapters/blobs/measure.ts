import { createHash } from "node:crypto"
import { ServiceError } from "#kernel/error.ts"

export interface Measure {
  /** Hands the chunks on and measures them; throws a ServiceError 413 at the first byte past the limit. */
  through(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array>
  /** What went through: bytes, and their SHA-256 in lower-case hexadecimal. Asked once, at the end. */
  result(): { sizeBytes: number; sha256: string }
}

/** Measures a stream on its way into a store. */
export function measureUpTo(maxBytes: number): Measure {
  const hash = createHash("sha256")
  let sizeBytes = 0
  return {
    async *through(chunks) {
      for await (const chunk of chunks) {
        sizeBytes += chunk.length
        if (sizeBytes > maxBytes) throw tooLarge(maxBytes)
        hash.update(chunk)
        yield chunk
      }
    },
    result: () => ({ sizeBytes, sha256: hash.digest("hex") }),
  }
}

function tooLarge(maxBytes: number): ServiceError {
  return new ServiceError("invalid_request", `The file is larger than ${maxBytes} bytes.`, {
    status: 413,
    hint: "Send a smaller file.",
  })
}
