import { isUtf8 } from "node:buffer"
import { guessEncoding, isIso2022 } from "./guess-encoding.ts"

/**
 * The encoding of a text, by its name in the WHATWG Encoding Standard; undefined for bytes that are no text. For
 * bytes that are not UTF-8 or UTF-16 it is a guess. `isCut`: more bytes follow.
 */
export function encodingOf(bytes: Uint8Array, { isCut = false } = {}): string | undefined {
  const marked = byMark(bytes)
  if (marked !== undefined) return marked
  const label = bytes.includes(0) ? byZeros(bytes) : "latin1"
  if (hasControls(new TextDecoder(label).decode(bytes))) return undefined
  if (label !== "latin1") return label
  const isUnmarked = isUtf8(isCut ? wholeLetters(bytes) : bytes) && !isIso2022(bytes)
  return isUnmarked ? "utf-8" : guessEncoding(bytes)
}

/** Decodes a text in its own encoding, and drops a byte-order mark. */
export function decodeText(bytes: Uint8Array): string {
  return new TextDecoder(encodingOf(bytes)).decode(bytes)
}

const byMark = ([first, second, third]: Uint8Array) => {
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8"
  if (first === 0xff && second === 0xfe) return "utf-16le"
  return first === 0xfe && second === 0xff ? "utf-16be" : undefined
}

/** In UTF-16, spaces and line ends have a zero in their second or their first byte. */
function byZeros(bytes: Uint8Array): string {
  let odd = 0
  let even = 0
  for (let at = bytes.indexOf(0); at >= 0; at = bytes.indexOf(0, at + 1)) {
    if (at % 2 === 0) even += 1
    else odd += 1
  }
  return odd > even ? "utf-16le" : "utf-16be"
}

/** Text contains tabs, line ends and form feeds, and the escapes of terminals. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is searched.
const hasControls = (text: string) => /[\0-\x08\x0b\x0e-\x1a\x1c-\x1f]/.test(text)

/** Drops the last letter if its bytes are cut. */
function wholeLetters(bytes: Uint8Array): Uint8Array {
  const start = bytes.findLastIndex((byte) => (byte & 0xc0) !== 0x80)
  return bytes.length - start <= 4 ? bytes.subarray(0, Math.max(start, 0)) : bytes
}
