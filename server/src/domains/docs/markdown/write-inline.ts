import type { DocNode } from "#contract/docs/doc-node.ts"
import { escapeLineStart, escapeText, unwritable } from "./escape.ts"
import { type MarkdownPiece, mendEdges } from "./mend-edges.ts"
import { nestMarks } from "./nest-marks.ts"
import { type Segment, toCodeSpan, toSegments } from "./segments.ts"

/** The place of a text: on several lines, on one line (a heading), or in the cell of a table. */
type Place = "lines" | "line" | "cell"

export function writeInline(nodes: readonly DocNode[], place: Place = "lines"): string {
  const pieces = mendEdges(toPieces(toSegments(nodes), place), place === "cell" ? /\s/ : undefined)
  const text = pieces.map(({ text }) => text).join("")
  if (place === "cell") return text.replaceAll("|", "\\|")
  const lines = text.split("\n").map(escapeLineStart).join("\n")
  // Signs at the end of a heading would be dropped as its closing sequence, so they are escaped.
  return place === "line" ? lines.replace(/(^|\s)(#+)$/, "$1\\$2") : lines
}

/** Writes a text without marks: the name of a file or of a picture. */
export function escapeLabel(text: string, place: Place = "lines"): string {
  const label = escapeText(text.replace(unwritable, ""))
  return place === "cell" ? label.replaceAll("|", "\\|") : label
}

const signs: Record<string, string> = { bold: "**", italic: "_", strike: "~~" }

/** Turns segments into pieces that open and close marks. */
function toPieces(segments: readonly Segment[], place: Place): MarkdownPiece[] {
  const pieces: MarkdownPiece[] = []
  let open: string[] = []
  const turn = (wanted: readonly string[]) => {
    const same = open.findIndex((mark, at) => wanted[at] !== mark)
    const continued = same < 0 ? open.length : same
    for (const mark of open.slice(continued).reverse())
      pieces.push({ kind: "close", text: signs[mark] ?? `](${mark.slice(5)})` })
    for (const mark of wanted.slice(continued)) pieces.push({ kind: "open", text: signs[mark] ?? "[" })
    open = [...wanted]
  }
  const bare = segments.map(toAutolink)
  for (const [at, marks] of nestMarks(bare).entries()) {
    turn(marks)
    const segment = bare[at]
    if (segment) pieces.push(toPiece(segment))
  }
  turn([])
  const last = segments.at(-1)
  // Like in HTML, a break at the very end shows nothing, so that the end of a line needs one more.
  if (last?.kind === "break") pieces.push({ kind: "source", text: "<br>" })
  return place === "lines" ? pieces.flatMap((_, at) => withNewline(pieces, at)) : pieces
}

function toPiece({ kind, text, marks }: Segment): MarkdownPiece {
  switch (kind) {
    case "break":
      return { kind: "source", text: marks.has("code") ? codeBreak : lineBreak }
    case "code":
      return { kind: "source", text: toCodeSpan(text) }
    case "source":
      return { kind: "source", text }
    case "text":
      return { kind: "text", text: escapeText(text) }
  }
}

/** Writes a link whose text is its address as `<https://…>`. */
function toAutolink(segment: Segment, at: number, all: readonly Segment[]): Segment {
  const { kind, text, href } = segment
  const isAlone = all[at - 1]?.href !== href && all[at + 1]?.href !== href
  if (kind !== "text" || text !== href || !isAlone || !/^https?:\/\/[^\s<>\\&]+$/i.test(text)) return segment
  return { kind: "source", text: `<${text}>`, marks: segment.marks, href: "" }
}

const lineBreak = "<br>"
const codeBreak = '<br class="code">'

/** Writes a break between two texts as the end of a line. Next to a sign of emphasis it would keep it from counting. */
function withNewline(pieces: readonly MarkdownPiece[], at: number): MarkdownPiece[] {
  const [before, piece, after] = [pieces[at - 1], pieces[at], pieces[at + 1]]
  if (!piece) return []
  const isLast = at >= pieces.length - 1 || (at === pieces.length - 2 && after?.text === lineBreak)
  const isBetween = before && after && before.kind !== "open" && after.kind !== "close"
  if (piece.text !== lineBreak || piece.kind !== "source" || !isBetween || isLast) return [piece]
  return [
    { kind: "source", text: "\\" },
    { kind: "newline", text: "\n" },
  ]
}
