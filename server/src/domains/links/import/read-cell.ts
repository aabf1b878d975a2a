/**
 * Reads a whole number as spreadsheets write it: `1000`, `1,000`, `1.000`, `1 000`, `12.0`. Empty text is 0. Undefined
 * for other text.
 */
export function readCount(text: string): number | undefined {
  if (text === "") return 0
  const digits =
    /^(\d+)(?:[.,]0{1,2})?$/.exec(text)?.[1] ?? /^\d{1,3}(?:[.,'’\s]\d{2,3})*[.,'’\s]\d{3}$/.exec(text)?.[0]
  return digits === undefined ? undefined : Number(digits.replace(/\D/g, ""))
}

/** Epoch milliseconds of ISO 8601 with `Z` or an offset. Null for empty text, undefined for other text. */
export function readTime(text: string): number | null | undefined {
  if (text === "") return null
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text)) return undefined
  const at = Date.parse(text)
  return Number.isNaN(at) ? undefined : at
}

const no = new Set([
  "",
  "false",
  "no",
  "n",
  "0",
  "off",
  "nein",
  "falsch",
  "non",
  "faux",
  "falso",
  "nee",
  "disabled",
  "-",
])
const yes = new Set(["true", "yes", "y", "1", "on", "x", "✓", "✔", "ja", "wahr", "oui", "vrai", "sí", "si", "verdadero", "vero", "sim", "waar", "enabled"]) // biome-ignore format: a list

/** Spreadsheets write TRUE for what was `true`, in their own language. Undefined for other text. */
export function readAnswer(text: string): boolean | undefined {
  const word = text.toLowerCase()
  return yes.has(word) || (no.has(word) ? false : undefined)
}
