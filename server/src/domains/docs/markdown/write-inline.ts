import type { DocNode } from "#contract/docs/doc-node.ts"
import { escapeLineStart, escapeText } from "./escape.ts"
import { type MarkdownPiece, mendEdges } from "./mend-edges.ts"
import { type Segment, toSegments } from "./segments.ts"

/** The place of a text: on several lines, on one line (a heading), or in the cell of a table. */
type Place = "lines" | "line" | "cell"

export function writeInline(nodes: readonly DocNode[], place: Place = "lines"): string {
  const pieces = mendEdges(toPieces(toSegments(nodes), place))
  const text = pieces.map(({ text }) => text).join("")
  if (place === "cell") return text.replaceAll("|", "\\|")
  const lines = text.split("\n").map(escapeLineStart).join("\n")
  // Signs at the end of a heading would be dropped as its closing sequence, so they are escaped.
  return place === "line" ? lines.replace(/(^|\s)(#+)$/, "$1\\$2") : lines
}

export function escapeLabel(text: string, place: Place = "lines"): string {
  return writeInline([{ type: "text", text }], place)
}

const marks = ["link", "bold", "italic", "strike"] as const
const signs: Record<string, string> = { bold: "**", italic: "_", strike: "~~" }
const breaks: Record<Place, string> = { lines: "\\\n", line: " ", cell: "<br>" }

/** Turns segments into pieces that open and close marks. The link is outside all other marks. */
function toPieces(segments: readonly Segment[], place: Place): MarkdownPiece[] {
  const pieces: MarkdownPiece[] = []
  let open: string[] = []
  const turn = (wanted: readonly string[]) => {
    const same = open.findIndex((mark, at) => wanted[at] !== mark)
    const kept = same < 0 ? open.length : same
    for (const mark of open.slice(kept).reverse())
      pieces.push({ kind: "close", text: signs[mark] ?? `](${mark.slice(5)})` })
    for (const mark of wanted.slice(kept)) pieces.push({ kind: "open", text: signs[mark] ?? "[" })
    open = [...wanted]
  }
  for (const segment of segments) {
    turn(marksOf(segment))
    pieces.push(toPiece(segment, place))
  }
  turn([])
  return pieces
}

/** The names of a segment's marks, outermost first. The name of a link holds its address. */
function marksOf({ marks: has, href }: Segment): string[] {
  return marks.filter((mark) => has.has(mark)).map((mark) => (mark === "link" ? `link:${href}` : mark))
}

function toPiece({ kind, text }: Segment, place: Place): MarkdownPiece {
  switch (kind) {
    case "break":
      return { kind: "source", text: breaks[place] }
    case "code":
      return { kind: "source", text: toCodeSpan(text) }
    case "source":
      return { kind: "source", text }
    case "text":
      return { kind: "text", text: escapeText(text) }
  }
}

function toCodeSpan(code: string): string {
  const runs = new Set([...code.matchAll(/`+/g)].map(([run]) => run.length))
  let length = 1
  while (runs.has(length)) length += 1
  const needsSpace = /^`|`$/.test(code) || (code.startsWith(" ") && code.endsWith(" "))
  const fence = "`".repeat(length)
  return needsSpace ? `${fence} ${code} ${fence}` : `${fence}${code}${fence}`
}
