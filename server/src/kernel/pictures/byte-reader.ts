type Bytes = AsyncGenerator<Buffer>

/** Reads a stream part by part, and passes its bytes on. A count beyond the stream's end means its rest. */
export interface PassingReader {
  /** The next bytes, which stay; fewer at the end. */
  peek(count: number): Promise<Buffer>
  pass(count?: number): Bytes
  /** Passes zeros on in place of bytes. */
  blank(count?: number): Bytes
  /** Passes `bytes` on in place of as many. */
  replace(bytes: Buffer): Bytes
  /** Passes the data of a JPEG's scan on, up to the next marker. */
  passScan(): Bytes
  /** Passes the blocks of a GIF on, each after its length, up to one without bytes. */
  passBlocks(): Bytes
  close(): Promise<void>
}

export function openReader(chunks: AsyncIterable<Uint8Array>): PassingReader {
  const source = chunks[Symbol.asyncIterator]()
  const held = holdBytes(source)
  const rest = Number.POSITIVE_INFINITY
  return {
    peek: (count) => held.fill(count),
    pass: (count = rest) => held.take(count),
    async *blank(count = rest) {
      for await (const part of held.take(count)) yield Buffer.alloc(part.length)
    },
    async *replace(bytes) {
      let at = 0
      for await (const part of held.take(bytes.length)) {
        yield bytes.subarray(at, at + part.length)
        at += part.length
      }
    },
    async *passScan() {
      for (let at = -1; at !== 0; ) {
        at = findMarker(await held.fill(2, "all"))
        yield* held.take(at)
      }
    },
    passBlocks: () => passBlocks(held),
    async close() {
      await source.return?.()
    },
  }
}

async function* passBlocks(held: ReturnType<typeof holdBytes>): Bytes {
  for (let next = 0; ; ) {
    const bytes = await held.fill(next + 1, "all")
    const isCut = bytes.length <= next
    while (next < bytes.length) {
      const size = bytes[next] ?? 0
      next += 1 + size
      if (size === 0) return yield* held.take(next)
    }
    yield* held.take(bytes.length)
    if (isCut) return
    next -= bytes.length
  }
}

/** Keeps the bytes that were read and not yet taken. */
function holdBytes(source: AsyncIterator<Uint8Array>) {
  let held = Buffer.alloc(0)

  /** Returns the next `count` bytes, or all that are held; fewer at the end. */
  async function fill(count: number, most?: "all"): Promise<Buffer> {
    while (held.length < count) {
      const next = await source.next()
      if (next.done) break
      held = held.length === 0 ? Buffer.from(next.value) : Buffer.concat([held, next.value])
    }
    return most === "all" ? held : held.subarray(0, count)
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

  return { fill, take }
}

/** Finds the end of a scan's data: a marker, a last byte that may begin one, or the end of the bytes. */
function findMarker(bytes: Buffer): number {
  for (let at = bytes.indexOf(0xff); at >= 0; at = bytes.indexOf(0xff, at + 2)) {
    const code = bytes[at + 1]
    // ITU-T T.81 §F.1.2.3: a zero follows each 0xFF of the data. Restart markers are part of it.
    if (code === undefined || (code !== 0 && (code < 0xd0 || code > 0xd7))) return at
  }
  return bytes.length
}
