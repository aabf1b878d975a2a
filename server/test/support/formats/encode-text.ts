const tables = new Map<string, Map<string, number[]>>()

/** Encodes a text by what the platform's decoder says of each sequence of one or two bytes. */
export function encodeText(text: string, label: string): Uint8Array<ArrayBuffer> {
  if (label === "iso-2022-jp") return encodeIso2022(text)
  const table = tableOf(label)
  return Uint8Array.from(
    [...text].flatMap((character) => {
      const bytes = table.get(character)
      if (!bytes) throw new Error(`${label} has no ${character}.`)
      return bytes
    }),
  )
}

function tableOf(label: string): Map<string, number[]> {
  const known = tables.get(label)
  if (known) return known
  const table = new Map<string, number[]>()
  const decoder = new TextDecoder(label, { fatal: true })
  const add = (...bytes: number[]) => {
    try {
      const text = decoder.decode(Uint8Array.from(bytes))
      if ([...text].length === 1 && !table.has(text)) table.set(text, bytes)
    } catch {} // no character
  }
  for (let one = 0; one < 256; one += 1) add(one)
  const isSingle = /^(?:windows|koi8|ibm|iso|x-mac)/.test(label)
  for (let one = 0x81; !isSingle && one < 0xff; one += 1) for (let two = 0x40; two < 0xff; two += 1) add(one, two)
  tables.set(label, table)
  return table
}

/** Japanese in seven bits: the bytes of EUC-JP without their highest bits, between escapes. */
function encodeIso2022(text: string): Uint8Array<ArrayBuffer> {
  const parts = text.split(/([^\0-\x7f]+)/).map((part, at) => {
    if (at % 2 === 0) return [...new TextEncoder().encode(part)]
    return [0x1b, 0x24, 0x42, ...[...encodeText(part, "euc-jp")].map((byte) => byte & 0x7f), 0x1b, 0x28, 0x42]
  })
  return Uint8Array.from(parts.flat())
}
