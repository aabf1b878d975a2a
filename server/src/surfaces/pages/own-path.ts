/**
 * Reads a path of ours from the `return_to` of an address. Answers `fallback` for anything that could lead a browser to
 * another site: what is not a path, and what names another host once its dots are resolved (`/a/..//evil.example`).
 */
export function ownPath(text: string | undefined, fallback: string): string {
  if (text === undefined || text.length > 2_000 || !/^\/(?![/\\])[\x20-\x7e]*$/.test(text)) return fallback
  const anywhere = "http://own.invalid"
  const url = URL.parse(text, anywhere)
  if (url?.origin !== anywhere || url.pathname.startsWith("//")) return fallback
  return url.pathname + url.search
}
