/**
 * Reads a whole number as spreadsheets and pages write it: `1000`, `1,000`, `1.000`, `1 000,00`, `12.0`, `1.2k`. Empty
 * text is 0. Undefined for other text.
 */
export function readCount(text: string): number | undefined {
  if (text === "") return 0
  const [, rounded, unit = ""] = /^(\d{1,3}(?:[.,]\d)?) ?([km])$/i.exec(text) ?? []
  if (rounded !== undefined)
    return Math.round(Number(rounded.replace(",", ".")) * (/k/i.test(unit) ? 1_000 : 1_000_000))
  const digits =
    /^(\d+)(?:[.,]0{1,2})?$/.exec(text)?.[1] ??
    /^(\d{1,3}(?:[.,'’\s]\d{2,3})*([.,'’\s])\d{3})(?:(?!\2)[.,]0{1,2})?$/.exec(text)?.[1]
  return digits === undefined ? undefined : Number(digits.replace(/\D/g, ""))
}

/** Epoch milliseconds of ISO 8601 with `Z` or an offset. Null for empty text, undefined for other text. */
export function readTime(text: string): number | null | undefined {
  if (text === "") return null
  if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text)) return undefined
  const at = Date.parse(text)
  return Number.isNaN(at) ? undefined : at
}

const no = wordsOf(
  " false f no n 0 off none null n/a disabled inactive - ✗ ✘ nein falsch non faux falso não nee onwaar nie fałsz nej falskt falsk ei epätosi нет ложь hayır yanlış いいえ 否 아니요",
)
const yes = wordsOf(
  "true t yes y 1 on x ✓ ✔ enabled active ja wahr oui vrai sí si verdadero vero sim verdadeiro waar tak prawda sant sand kyllä tosi да истина evet doğru はい 是 예 네",
)

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(text.split(" "))
}

/** Reads yes or no. Spreadsheets write `true` as TRUE in their own language. Undefined for other text. */
export function readAnswer(text: string): boolean | undefined {
  const word = text.toLowerCase()
  return yes.has(word) || (no.has(word) ? false : undefined)
}
