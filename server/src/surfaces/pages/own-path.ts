/**
 * Reads a path of this site from the `return_to` of an address. Returns `fallback` for text that could lead a browser
 * to another site: no path, or a path that names another host once its dots are resolved (`/a/..//evil.example`).
 */
export function ownPath(text: string | undefined, fallback: string): string {
  if (text === undefined || text.length > 2_000 || !/^\/(?![/\\])[\x20-\x7e]*$/.test(text)) return fallback
  const anywhere = "http://own.invalid"
  const url = URL.parse(text, anywhere)
  if (url?.origin !== anywhere || url.pathname.startsWith("//")) return fallback
  return url.pathname + url.search
}
