interface Entry {
  tag: number
  /** 2: text, 3: numbers of two bytes, 4: numbers of four bytes, 7: bytes. */
  type: 2 | 3 | 4 | 7
  bytes: Buffer
}

/** Writes TIFFs with numbers in one order of bytes. */
export function openTiff(isLittle: boolean) {
  const number = (value: number, size: 2 | 4) => {
    const bytes = Buffer.alloc(size)
    if (isLittle) bytes.writeUIntLE(value, 0, size)
    else bytes.writeUIntBE(value, 0, size)
    return bytes
  }
  const short = (tag: number, ...values: readonly number[]): Entry => {
    return { tag, type: 3, bytes: Buffer.concat(values.map((value) => number(value, 2))) }
  }
  const long = (tag: number, ...values: readonly number[]): Entry => {
    return { tag, type: 4, bytes: Buffer.concat(values.map((value) => number(value, 4))) }
  }
  const text = (tag: number, words: string): Entry => ({ tag, type: 2, bytes: Buffer.from(`${words}\0`) })

  /** A directory at a place of the file, with its values behind it. */
  function directory(at: number, entries: readonly Entry[], following = 0): Buffer {
    let end = at + 2 + 12 * entries.length + 4
    const values: Buffer[] = []
    const table = entries.map(({ tag, type, bytes }) => {
      const count = bytes.length / { 2: 1, 3: 2, 4: 4, 7: 1 }[type]
      const head = Buffer.concat([number(tag, 2), number(type, 2), number(count, 4)])
      if (bytes.length <= 4) return Buffer.concat([head, bytes, Buffer.alloc(4 - bytes.length)])
      values.push(bytes)
      end += bytes.length
      return Buffer.concat([head, number(end - bytes.length, 4)])
    })
    return Buffer.concat([number(entries.length, 2), ...table, number(following, 4), ...values])
  }

  const header = (first: number) =>
    Buffer.concat([Buffer.from(isLittle ? "II*\0" : "MM\0*", "latin1"), number(first, 4)])

  return { short, long, text, directory, header }
}
