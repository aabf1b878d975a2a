/** A piece of a written line: text, the sign that opens or closes a mark, or finished source. */
export interface MarkdownPiece {
  kind: "text" | "open" | "close" | "source"
  text: string
}

/**
 * A sign of emphasis counts only if its outer neighbour is white space or punctuation, or its inner one is a letter
 * (https://spec.commonmark.org/0.31.2/#delimiter-run). Elsewhere the outer letter is written as a numeric reference,
 * which reads the same and counts as punctuation.
 */
export function mendEdges(pieces: readonly MarkdownPiece[]): MarkdownPiece[] {
  const mended = pieces.map((piece) => ({ ...piece }))
  for (const [at, { kind, text }] of mended.entries()) {
    if (kind === "open" && text !== "[") mendBefore(mended, at)
    if (kind === "close" && !text.startsWith("]")) mendAfter(mended, at)
  }
  return mended
}

const isPlain = (character: string) => /^[\p{L}\p{N}]$/u.test(character) && character.length === 1
const isApart = (character: string) => character === "" || /^[\s!-/:-@[-`{-~]$/.test(character)

const firstOf = (piece: MarkdownPiece | undefined) => String.fromCodePoint(piece?.text.codePointAt(0) ?? 32)
const lastOf = (piece: MarkdownPiece | undefined) => [...(piece?.text.slice(-2) ?? " ")].at(-1) ?? " "

const needsMending = (sign: string, { inner, outer }: { inner: string; outer: string }) =>
  !isApart(outer) && (sign === "_" || !isPlain(inner))

function mendBefore(pieces: MarkdownPiece[], at: number): void {
  const [before, sign] = [pieces[at - 1], pieces[at]?.text ?? ""]
  const outer = before ? lastOf(before) : ""
  if (before?.kind !== "text" || !needsMending(sign, { inner: firstOf(pieces[at + 1]), outer })) return
  before.text = before.text.slice(0, -outer.length) + toReference(outer)
}

function mendAfter(pieces: MarkdownPiece[], at: number): void {
  const [after, sign] = [pieces[at + 1], pieces[at]?.text ?? ""]
  const outer = after ? firstOf(after) : ""
  if (after?.kind !== "text" || !needsMending(sign, { inner: lastOf(pieces[at - 1]), outer })) return
  after.text = toReference(outer) + after.text.slice(outer.length)
}

const toReference = (character: string) => `&#${character.codePointAt(0)};`
