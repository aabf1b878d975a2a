import { isUtf8 } from "node:buffer"
import { encodingOf } from "#kernel/text/encoding.ts"
import { guessEncoding, isIso2022 } from "#kernel/text/guess-encoding.ts"
import { folds } from "./components.ts"

/**
 * The text of a file. Folds are removed from its bytes, since programs fold inside a character. UTF-8 and UTF-16 are
 * recognized; for others, the encoding that the server names counts.
 */
export function decodeCalendar(file: Uint8Array, charset?: string): string {
  const wide = encodingOf(file.subarray(0, 400), { isCut: true })
  if (wide?.startsWith("utf-16")) return new TextDecoder(wide).decode(file)
  const folded = Buffer.from(file.buffer, file.byteOffset, file.length).toString("latin1")
  const bytes = Buffer.from(folded.replace(folds, ""), "latin1")
  if (isUtf8(bytes) && !isIso2022(bytes)) return new TextDecoder().decode(bytes)
  return decoderOf(charset, bytes).decode(bytes)
}

function decoderOf(charset: string | undefined, bytes: Uint8Array): TextDecoder {
  try {
    if (charset && !/^utf-?8$/i.test(charset)) return new TextDecoder(charset)
  } catch {
    // The server names an encoding that does not exist.
  }
  return new TextDecoder(guessEncoding(bytes))
}
