/** Passes chunks on. Throws as soon as they add up to more than `maxBytes`. */
export async function* limited<Chunk extends Uint8Array>(
  chunks: AsyncIterable<Chunk>,
  maxBytes: number,
  tooLarge = () => new Error("The body is too large."),
): AsyncGenerator<Chunk> {
  let size = 0
  for await (const chunk of chunks) {
    size += chunk.length
    if (size > maxBytes) throw tooLarge()
    yield chunk
  }
}
