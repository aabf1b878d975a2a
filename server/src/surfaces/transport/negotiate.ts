/** A client that accepts anything gets the page (RFC 9110 §12.5.1). */
export function prefersJson(accept: string | undefined): boolean {
  return prefers(accept, "application/json")
}

/** Whether a client gives a media type a higher quality than a page. */
export function prefers(accept: string | undefined, mediaType: "application/json" | "text/markdown"): boolean {
  return qualityOf(accept, mediaType) > qualityOf(accept, "text/html")
}

/** Whether a client lists pages, as browsers do. A client that accepts anything does not. */
export function asksForPage(accept: string | undefined): boolean {
  return /\btext\/html\b/i.test(accept ?? "") && !prefersJson(accept)
}

/** A content coding in which public texts are stored. */
export type Coding = "br" | "gzip"

/** RFC 9110 §12.5.3; in the order of `available` without a preference. Undefined: send the bytes uncompressed. */
export function preferredCoding(accepted: string | undefined, available: readonly Coding[]): Coding | undefined {
  const ranges = (accepted ?? "").split(",").map(readRange)
  let best: Coding | undefined
  let highest = bestOf(ranges, ["identity"])
  for (const coding of available) {
    const quality = bestOf(ranges, [coding, "*"])
    // A client that gives uncompressed bytes no quality prefers the codings that it lists.
    if (quality > 0 && (best === undefined ? quality >= highest : quality > highest)) {
      best = coding
      highest = quality
    }
  }
  return best
}

function qualityOf(accept: string | undefined, mediaType: string): number {
  const [type] = mediaType.split("/")
  return bestOf((accept ?? "*/*").split(",").map(readRange), [mediaType, `${type}/*`, "*/*"])
}

/** The quality of the first of `names` that the client lists; 0 when it lists none of them. */
function bestOf(ranges: readonly { name: string; quality: number }[], names: readonly string[]): number {
  for (const wanted of names) {
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
