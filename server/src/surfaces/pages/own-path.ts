/** Reads `return_to`. Returns `fallback` for text that could lead to another site, such as `/a/..//evil.example`. */
export function ownPath(text: string | undefined, fallback: string): string {
  if (text === undefined || text.length > 2_000 || !/^\/(?![/\\])[\x20-\x7e]*$/.test(text)) return fallback
  const anywhere = "http://own.invalid"
  const url = URL.parse(text, anywhere)
  if (url?.origin !== anywhere || url.pathname.startsWith("//")) return fallback
  return url.pathname + url.search
}
