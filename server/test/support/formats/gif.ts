const blocks = (bytes: Buffer): Buffer => {
  const parts = Array.from({ length: Math.ceil(bytes.length / 255) }, (_, at) =>
    bytes.subarray(at * 255, at * 255 + 255),
  )
  return Buffer.concat([...parts.flatMap((part) => [Buffer.from([part.length]), part]), Buffer.from([0])])
}

const extension = (label: number, ...bodies: readonly Buffer[]) =>
  Buffer.concat([Buffer.from([0x21, label]), ...bodies])

const name = (words: string) => Buffer.concat([Buffer.from([words.length]), Buffer.from(words)])

export const gifComment = (words: string) => extension(0xfe, blocks(Buffer.from(words)))

export const gifProgram = (words: string, body: Buffer) => extension(0xff, name(words), blocks(body))

/** XMP is no chain of blocks. Its last 258 bytes lead a reader of blocks to the end, from any letter. */
export const gifXmp = (words: string): Buffer => {
  const trailer = Buffer.from([1, ...Array.from({ length: 256 }, (_, at) => 255 - at), 0])
  return extension(0xff, name("XMP DataXMP"), Buffer.from(words), trailer)
}

export const gifLoop = extension(0xff, name("NETSCAPE2.0"), blocks(Buffer.from([1, 0, 0])))

/** A frame of 8 × 8 pixels: its left half is red, its right half blue. It has a table of colours of its own. */
export function gifFrame(): Buffer {
  const control = extension(0xf9, blocks(Buffer.from([4, 10, 0, 0])))
  const place = Buffer.from([0x2c, 0, 0, 0, 0, 8, 0, 8, 0, 0x81])
  const colors = Buffer.from([255, 0, 0, 0, 0, 255, 0, 0, 0, 0, 0, 0])
  return Buffer.concat([control, place, colors, Buffer.from([2]), blocks(pixels())])
}

/** Codes of three bits: a clear code before every second pixel, so that codes never become longer. */
function pixels(): Buffer {
  const [clear, end] = [4, 5]
  const codes = Array.from({ length: 64 }, (_, at) => (at % 8 < 4 ? 0 : 1))
  const all = [...codes.flatMap((code, at) => (at % 2 === 0 ? [clear, code] : [code])), end]
  const bytes = Buffer.alloc(Math.ceil((all.length * 3) / 8))
  all.forEach((code, at) => {
    for (let bit = 0; bit < 3; bit += 1) {
      const place = at * 3 + bit
      bytes[place >> 3] = (bytes[place >> 3] ?? 0) | (((code >> bit) & 1) << (place & 7))
    }
  })
  return bytes
}

export const gif = (...parts: readonly Buffer[]): Buffer =>
  Buffer.concat([Buffer.from("GIF89a"), Buffer.from([8, 0, 8, 0, 0, 0, 0]), ...parts, Buffer.from([0x3b])])
