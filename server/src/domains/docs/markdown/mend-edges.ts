import { toReference } from "./escape.ts"

/** A piece of a written line: text, the sign that opens or closes a mark, a line's end, or finished source. */
export interface MarkdownPiece {
  kind: "text" | "open" | "close" | "newline" | "source"
  text: string
}

/**
 * Makes the edges of texts read back as they are. A sign of emphasis counts only if its inner neighbour is no white
 * space, and if its outer one is white space or punctuation or its inner one is a letter
 * (https://spec.commonmark.org/0.31.2/#delimiter-run). White space at the ends of a line is dropped. So such characters
 * are written as numeric references.
 */
export function mendEdges(pieces: readonly MarkdownPiece[], isTrimmed = dropped): MarkdownPiece[] {
  const mended = pieces.map((piece) => ({ ...piece }))
  for (const at of mended.keys()) mendSpaces(mended, at, isTrimmed)
  for (const at of mended.keys()) useAsterisks(mended, at)
  while (mendSigns(mended)) {} // a reference is punctuation, so that a sign before it may need one, too
  return mended
}

/** Returns whether it changed a text. */
function mendSigns(pieces: MarkdownPiece[]): boolean {
  const changes = pieces.map((piece, at) => {
    if (isEmphasis(piece, "open")) return mendBefore(pieces, at)
    return isEmphasis(piece, "close") && mendAfter(pieces, at)
  })
  return changes.includes(true)
}

/** White space that readers drop at the ends of a line. Some drop no-break spaces, too. */
const dropped = /[\t \u00a0]/

const isEmphasis = (piece: MarkdownPiece | undefined, kind: "open" | "close") =>
  piece?.kind === kind && !piece.text.startsWith("[") && !piece.text.startsWith("]")

function mendSpaces(pieces: MarkdownPiece[], at: number, isTrimmed: RegExp): void {
  const [before, piece, after] = [pieces[at - 1], pieces[at], pieces[at + 1]]
  if (piece?.kind !== "text") return
  const mend = (edge: "^" | "$", { isInside, isEnd }: { isInside: boolean; isEnd: boolean }) => {
    const isBlank = isEnd && piece.text.trim() === ""
    const space = isInside || isBlank ? "\\s" : isEnd ? isTrimmed.source : undefined
    if (space) piece.text = piece.text.replace(new RegExp(edge === "^" ? `^${space}` : `${space}$`), toReference)
  }
  mend("^", { isInside: isEmphasis(before, "open"), isEnd: !before || before.kind === "newline" })
  mend("$", { isInside: isEmphasis(after, "close"), isEnd: !after || after.kind === "newline" })
}

/** Writes italics inside a word with asterisks, which count there, where no other sign is near. */
function useAsterisks(pieces: MarkdownPiece[], at: number): void {
  const [before, open, inside, close, after] = at > 0 ? pieces.slice(at - 1, at + 4) : []
  if (!before || !open || !close || inside?.kind !== "text" || open.text !== "_" || close.text !== "_") return
  const isFree =
    isEmphasis(open, "open") &&
    isEmphasis(close, "close") &&
    before.kind === "text" &&
    (!after || after.kind === "text")
  const edges = [
    { inner: firstOf(inside), outer: lastOf(before) },
    { inner: lastOf(inside), outer: after ? firstOf(after) : "" },
  ]
  const isInWord = edges.some((edge) => needsMending("_", edge)) && !edges.some((edge) => needsMending("*", edge))
  if (isFree && isInWord) open.text = close.text = "*"
}

const isPlain = (character: string) => /^[\p{L}\p{N}]$/u.test(character) && character.length === 1
const isApart = (character: string) =>
  character === "" || /^[\t\n\f\r \u00a0\u1680\u2000-\u200a\u202f\u205f\u3000!-/:-@[-`{-~]$/.test(character)

const firstOf = (piece: MarkdownPiece | undefined) => String.fromCodePoint(piece?.text.codePointAt(0) ?? 32)
const lastOf = (piece: MarkdownPiece | undefined) => [...(piece?.text.slice(-2) ?? " ")].at(-1) ?? " "

const needsMending = (sign: string, { inner, outer }: { inner: string; outer: string }) =>
  !isApart(outer) && (sign === "_" || !isPlain(inner))

function mendBefore(pieces: MarkdownPiece[], at: number): boolean {
  const [before, sign] = [pieces[at - 1], pieces[at]?.text ?? ""]
  const outer = before ? lastOf(before) : ""
  if (before?.kind !== "text" || !needsMending(sign, { inner: firstOf(pieces[at + 1]), outer })) return false
  before.text = before.text.slice(0, -outer.length) + toReference(outer)
  return true
}

function mendAfter(pieces: MarkdownPiece[], at: number): boolean {
  const [after, sign] = [pieces[at + 1], pieces[at]?.text ?? ""]
  const outer = after ? firstOf(after) : ""
  if (after?.kind !== "text" || !needsMending(sign, { inner: lastOf(pieces[at - 1]), outer })) return false
  after.text = toReference(outer) + after.text.slice(outer.length)
  return true
}
