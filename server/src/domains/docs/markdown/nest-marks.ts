import type { Segment } from "./segments.ts"

const names = ["bold", "italic", "strike"] as const

/**
 * The marks of each segment, outermost first. A longer mark is outside of a shorter one, so that few are closed and
 * opened again. A link is never cut: a mark that ends in it is closed before it and opened again inside.
 */
export function nestMarks(segments: readonly Segment[]): string[][] {
  const wanted = segments.map(marksOf)
  const ends = endsOf(wanted)
  let open: string[] = []
  return wanted.map((marks, at) => {
    const link = marks.find(isLink)
    const begins = link !== undefined && !wanted[at - 1]?.includes(link)
    const isCut = (mark: string) => begins && !isLink(mark) && endOf(ends, at, mark) < endOf(ends, at, link)
    const last = open.findIndex((mark) => !marks.includes(mark) || isCut(mark))
    const continued = last < 0 ? open : open.slice(0, last)
    const others = marks.filter((mark) => !continued.includes(mark))
    open = [...continued, ...others.sort((one, other) => endOf(ends, at, other) - endOf(ends, at, one))]
    return open
  })
}

/** The name of a link holds its address. */
function marksOf({ marks, href }: Segment): string[] {
  return [...(href === "" ? [] : [`link:${href}`]), ...names.filter((name) => marks.has(name))]
}

const isLink = (mark: string) => mark.startsWith("link:")

type Ends = readonly ReadonlyMap<string, number>[]

const endOf = (ends: Ends, at: number, mark: string) => ends[at]?.get(mark) ?? 0

/** Finds for each segment, and each of its marks, the segment at which the mark ends. */
function endsOf(wanted: readonly string[][]): Ends {
  const ends: Map<string, number>[] = []
  for (let at = wanted.length - 1; at >= 0; at -= 1) {
    const behind = ends[at + 1]
    ends[at] = new Map(wanted[at]?.map((mark) => [mark, behind?.get(mark) ?? at + 1]))
  }
  return ends
}
