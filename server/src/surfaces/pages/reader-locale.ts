/** A BCP 47 tag, or `en`. Browsers sort `Accept-Language` by preference (RFC 9110 §12.5.4). */
export function readerLocale(acceptLanguage: string | undefined): string {
  const [first = ""] = (acceptLanguage ?? "").split(/[,;]/, 1)
  try {
    return Intl.getCanonicalLocales(first.trim())[0] ?? "en"
  } catch {
    return "en"
  }
}
