/** Passes chunks on. Throws an Error as soon as they add up to more than `maxBytes`. */
export async function* limited<Chunk extends Uint8Array>(
  chunks: AsyncIterable<Chunk>,
  maxBytes: number,
): AsyncGenerator<Chunk> {
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.length
    if (size > maxBytes) throw new Error("The body is too large.")
    yield chunk
  }
}
