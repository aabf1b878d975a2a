import { withoutQuotes, withoutUnseen } from "./pasted-url.ts"

export { readPastedUrl } from "./pasted-url.ts"

const dashes = /[\p{Pd}\u2212\u2043\u207b\u208b]/gu
const spaces = /[\s\p{Z}\u0085]+/gu

/**
 * Reads a code, an address or a search as its person means it: NFKC, no invisible characters, each dash is `-`, each
 * run of spaces is one space, no quotation marks around it.
 */
export function readTyped(text: string): string {
  const visible = withoutUnseen(text.toWellFormed().normalize("NFKC"))
  return withoutQuotes(visible.replace(dashes, "-").replace(spaces, " "))
}

const digits = /[\p{Nd}〇一二三四五六七八九]/gu

/** The decimal digits in a text, of every script, as 0 to 9. All other characters are separators. */
export function readDigits(text: string): string {
  return (readTyped(text).match(digits) ?? []).map(numberOf).join("")
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
