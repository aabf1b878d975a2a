import { createHash } from "node:crypto"
import { ServiceError } from "../error.ts"

export function measureUpTo(maxBytes: number) {
  const hash = createHash("sha256")
  let sizeBytes = 0
  return {
    /** Passes chunks on and measures them. Throws a ServiceError 413 at the first byte beyond the limit. */
    async *through(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      for await (const chunk of chunks) {
        sizeBytes += chunk.length
        if (sizeBytes > maxBytes) throw tooLarge(maxBytes)
        hash.update(chunk)
        yield chunk
      }
    },
    /** Returns the measures. Call it once, at the end. */
    result: (): { sizeBytes: number; sha256: string } => ({ sizeBytes, sha256: hash.digest("hex") }),
  }
}

function tooLarge(maxBytes: number): ServiceError {
  return new ServiceError("invalid_request", `The file is larger than ${maxBytes} bytes.`, {
    status: 413,
    hint: "Send a smaller file.",
  })
}
