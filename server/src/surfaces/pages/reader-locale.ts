/**
 * The language that a reader prefers, as a BCP 47 tag, for numbers and times; `en` when the header names none.
 * `Accept-Language` is sent in the order of preference by every browser (RFC 9110 §12.5.4).
 */
export function readerLocale(acceptLanguage: string | undefined): string {
  const [first = ""] = (acceptLanguage ?? "").split(/[,;]/, 1)
  try {
    return Intl.getCanonicalLocales(first.trim())[0] ?? "en"
  } catch {
    return "en"
  }
}
