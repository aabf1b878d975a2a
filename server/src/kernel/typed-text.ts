// The pages use this file, too, so it has no syntax or function that the oldest browsers lack.

/** Invisible everywhere, such as soft hyphens, zero-width spaces, direction marks, byte-order marks and controls. */
const unseen = /(?![\p{Join_Control}\p{Variation_Selector}])\p{Default_Ignorable_Code_Point}|(?!\s)\p{Cc}/gu
/** Joiners and variation selectors spell Persian words and emoji. Between ASCII characters they are left over. */
const unseenJoiners = /(?<!\P{ASCII})[\p{Join_Control}\p{Variation_Selector}]+(?!\P{ASCII})/gu
const halves = /\p{Surrogate}/gu
const dashes = /[\p{Pd}\u2212\u2043\u207b\u208b]/gu
const spaces = /[\s\p{Z}\u0085]+/gu
const quotes = "[\\p{Pi}\\p{Pf}\"'`´‚„〝〞〟「」『』＂＇\\s\\p{Z}]+"
const around = new RegExp(`^${quotes}|${quotes}$`, "gu")
const before = new RegExp(`^${quotes}`, "u")

/**
 * Reads a code, an address or a search as its person means it: NFKC, no invisible characters, each dash is `-`, each
 * run of spaces is one space, no quotation marks around it.
 */
export function readTyped(text: string): string {
  const compatible = text.replace(halves, "\ufffd").normalize("NFKC")
  const visible = compatible.replace(unseen, "").replace(unseenJoiners, "")
  return visible.replace(dashes, "-").replace(spaces, " ").replace(around, "")
}

/** A typographic quotation mark at the end of a text that has no other one. */
const strayEnd = /^([^\p{Pi}\p{Pf}"„‚]*)[\p{Pi}\p{Pf}"]$/u

/**
 * Reads a pasted URL: removes invisible characters, and spaces, quotation marks and a pair of `<>` around it. Keeps all else. A URL may
 * end with a quotation mark of its own: with an apostrophe, or with the second of a pair.
 */
export function readPastedUrl(text: string): string {
  const pasted = text.replace(unseen, "").replace(unseenJoiners, "").trim()
  const visible = /^<[^<>]*>$/.test(pasted) ? pasted.slice(1, -1).trim() : pasted
  return before.test(visible) ? visible.replace(around, "") : visible.replace(strayEnd, "$1")
}

const digits = /[\p{Nd}〇一二三四五六七八九]/gu

/** The decimal digits in a text, of every script, as 0 to 9. All other characters are separators. */
export function readDigits(text: string): string {
  return (readTyped(text).match(digits) ?? []).map(numberOf).join("")
}

/** The digits of a code of this length, which may stand in a sentence that has other numbers. */
export function readDigitCode(text: string, length: number): string {
  const all = readDigits(text)
  const parts = readTyped(text)
    .split(/[\p{L},;!?()。]+/u)
    .map(readDigits)
  const [found, ...others] = new Set(parts.filter((part) => part.length === length))
  return all.length !== length && found !== undefined && others.length === 0 ? found : all
}

/** Unicode has the ten digits of a script in a row, from zero; two such rows may follow each other. */
function numberOf(digit: string): number {
  const han = "〇一二三四五六七八九".indexOf(digit)
  if (han >= 0) return han
  const point = digit.codePointAt(0) ?? 0
  let first = point
  while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1
  return (point - first) % 10
}
