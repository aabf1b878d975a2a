import type { PassingReader } from "./byte-reader.ts"
import { mostParts } from "./picture-parts.ts"

type Bytes = AsyncGenerator<Buffer>

const extension = 0x21
const imageOfGif = 0x2c
const endOfGif = 0x3b
const comment = 0xfe

/**
 * GIF89a, chapters 17 to 27: the screen, then images and extensions in any order, and an end. Comments, and extensions
 * that do not concern the pixels, become comments of zeros.
 */
export async function* passGif(reader: PassingReader): Bytes {
  const screen = await reader.peek(13)
  yield* reader.pass(13 + tableBytes(screen[10]))
  for (let parts = 0; parts < mostParts; parts += 1) {
    const [kind, label] = await reader.peek(2)
    if (kind === imageOfGif) {
      yield* reader.pass(11 + tableBytes((await reader.peek(10))[9]))
      yield* reader.passBlocks()
    } else if (kind !== extension) {
      yield* reader.pass(kind === endOfGif ? 1 : 0)
      break
    } else if (isKeptExtension(label, (await reader.peek(14)).toString("latin1", 3))) {
      yield* reader.pass(2)
      yield* reader.passBlocks()
    } else yield* emptyComment(reader)
  }
  yield* reader.blank()
}

const tableBytes = (flags = 0) => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0)

const isKeptExtension = (label: number | undefined, name: string) =>
  label === 0xf9 || (label === 0xff && ["NETSCAPE2.0", "ANIMEXTS1.0", "ICCRGBG1012"].includes(name))

/** Puts a comment of zeros in place of an extension. New lengths hide the former ones, which are letters in XMP. */
async function* emptyComment(reader: PassingReader): Bytes {
  yield* reader.replace(Buffer.from([extension, comment]))
  for (let size = await nextByte(reader); size > 0; size = await nextByte(reader)) {
    const odd = size % 2 === 0 ? [2, 0, 0] : []
    yield* reader.replace(
      Buffer.from([...odd, ...Array.from({ length: size + 1 - odd.length }, (_, at) => 1 - (at % 2))]),
    )
  }
  yield* reader.pass(1)
}

const nextByte = async (reader: PassingReader) => (await reader.peek(1))[0] ?? 0
