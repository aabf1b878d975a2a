/**
 * Tells whether a client would rather have JSON than a page. Only one that says so by a higher quality does; a browser,
 * and a client that takes anything, gets the page (RFC 9110 §12.5.1).
 */
export function prefersJson(accept: string | undefined): boolean {
  return qualityOf(accept, "application", "json") > qualityOf(accept, "text", "html")
}

/** Tells whether a client asks for pages by name, as browsers do. A client that takes anything does not. */
export function asksForPage(accept: string | undefined): boolean {
  return /\btext\/html\b/i.test(accept ?? "") && !prefersJson(accept)
}

function qualityOf(accept: string | undefined, type: string, subtype: string): number {
  const ranges = (accept ?? "*/*").split(",").map(readRange)
  for (const wanted of [`${type}/${subtype}`, `${type}/*`, "*/*"]) {
    const range = ranges.find(({ name }) => name === wanted)
    if (range) return range.quality
  }
  return 0
}

function readRange(text: string): { name: string; quality: number } {
  const [name = "", ...parameters] = text.split(";").map((part) => part.trim().toLowerCase())
  const weight = parameters.find((parameter) => parameter.startsWith("q="))
  return { name, quality: weight ? Number(weight.slice(2)) || 0 : 1 }
}
