type Bytes = AsyncGenerator<Buffer>

/** Reads a stream part by part, and passes its bytes on. A count beyond the stream's end means its rest. */
export interface ByteReader {
  /** The next bytes, which stay; fewer at the end. */
  peek(count: number): Promise<Buffer>
  pass(count?: number): Bytes
  /** Passes zeros on in place of bytes. */
  blank(count?: number): Bytes
  /** Passes `bytes` on in place of as many. */
  replace(bytes: Buffer): Bytes
  /** Passes the data of a JPEG's scan on, up to the next marker. */
  passScan(): Bytes
  close(): Promise<void>
}

export function openReader(chunks: AsyncIterable<Uint8Array>): ByteReader {
  const source = chunks[Symbol.asyncIterator]()
  let held = Buffer.alloc(0)

  async function fill(count: number): Promise<void> {
    while (held.length < count) {
      const next = await source.next()
      if (next.done) return
      held = held.length === 0 ? Buffer.from(next.value) : Buffer.concat([held, next.value])
    }
  }

  async function* take(count: number): Bytes {
    for (let left = count; left > 0; ) {
      await fill(1)
      if (held.length === 0) return
      const part = held.subarray(0, left)
      held = held.subarray(part.length)
      left -= part.length
      yield part
    }
  }

  async function* blank(count = Number.POSITIVE_INFINITY): Bytes {
    for await (const part of take(count)) yield Buffer.alloc(part.length)
  }

  return {
    async peek(count) {
      await fill(count)
      return held.subarray(0, count)
    },
    pass: (count = Number.POSITIVE_INFINITY) => take(count),
    blank,
    async *replace(bytes) {
      let at = 0
      for await (const part of take(bytes.length)) {
        yield bytes.subarray(at, at + part.length)
        at += part.length
      }
    },
    async *passScan() {
      for (;;) {
        await fill(2)
        const at = findMarker(held)
        if (at === 0) return
        yield* take(at)
      }
    },
    async close() {
      await source.return?.()
    },
  }
}

/** Where a scan's data may end: at a marker, at a last byte that may begin one, or after the bytes. */
function findMarker(bytes: Buffer): number {
  for (let at = bytes.indexOf(0xff); at >= 0; at = bytes.indexOf(0xff, at + 2)) {
    const code = bytes[at + 1]
    // ITU-T T.81 §F.1.2.3: a zero follows each 0xFF of the data. Restart markers are part of it.
    if (code === undefined || (code !== 0 && (code < 0xd0 || code > 0xd7))) return at
  }
  return bytes.length
}
