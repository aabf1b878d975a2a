/** Decodes the bytes of a text file: UTF-16 as Excel's “Unicode text”, UTF-8, or an older encoding that they look like. */
export async function textOfFile(bytes: ArrayBuffer): Promise<string> {
  const label = utf16Of(new Uint8Array(bytes)) ?? (await olderOf(new Uint8Array(bytes)))
  return new TextDecoder(label).decode(bytes)
}

async function olderOf(bytes: Uint8Array): Promise<string> {
  const { guessEncoding, isIso2022 } = await import("../../../../server/src/contract/guess-encoding.ts")
  return isIso2022(bytes) || !isUtf8(bytes) ? guessEncoding(bytes) : "utf-8"
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes) !== undefined
  } catch {
    return false
  }
}

/** UTF-16 has a byte-order mark, or zeros in every other byte of its ASCII characters. Other text has no zeros. */
function utf16Of(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  const [one, two] = bytes
  if (one === 0xff && two === 0xfe) return "utf-16le"
  if (one === 0xfe && two === 0xff) return "utf-16be"
  const zeros = [0, 0]
  for (const [at, byte] of bytes.subarray(0, 2_000).entries()) if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [early = 0, late = 0] = zeros
  return early === late ? undefined : early < late ? "utf-16le" : "utf-16be"
}
