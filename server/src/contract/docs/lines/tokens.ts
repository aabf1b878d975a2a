import { isSame, type Line, type Marks, type Span } from "./line.ts"

/** What a shared text is compared by: a character, an atom, or the end of a line. */
export interface Token {
  /** The same for what may stay as it is, whatever its marks and attributes. Ends of lines of text are all alike. */
  readonly key: string
  readonly length: number
  readonly marks: Marks
  /** The atom; undefined for characters and ends. */
  readonly atom: Span["atom"]
  /** The line that ends here, counted from the first that is compared. */
  readonly ends: number | undefined
}

/** The parts of some lines, in order. A character of two code units is one part, so that none is cut in half. */
export function tokensOf(lines: readonly Line[]): Token[] {
  return lines.flatMap((line, at) => [
    ...line.spans.flatMap(tokensIn),
    ...(line.isEnded ? [{ key: endKey(line), length: 1, marks: {}, atom: undefined, ends: at }] : []),
  ])
}

function tokensIn({ text, atom, marks }: Span): Token[] {
  if (atom) return [{ key: `atom ${JSON.stringify([atom.name, atom.attrs])}`, length: 1, marks, atom, ends: undefined }]
  return [...(text ?? "")].map((key) => ({ key, length: key.length, marks, atom: undefined, ends: undefined }))
}

/** The kinds of lines that hold words: one end serves all of them. A block without words is its own end. */
const textBlocks: readonly string[] = ["paragraph", "heading", "codeBlock"]

export const isTextBlock = (kind: string): boolean => textBlocks.includes(kind)

const endKey = ({ kind, attrs }: Line) => (isTextBlock(kind) ? "end of a line" : `block ${kind} ${String(attrs.file)}`)

/** What `format` makes the marks of a text the wanted ones with; undefined where they are. */
export function changeOfMarks(now: Marks, wanted: Marks): Record<string, unknown> | undefined {
  const change: Record<string, unknown> = {}
  for (const name of Object.keys(now)) if (!(name in wanted)) change[name] = null
  for (const [name, value] of Object.entries(wanted)) if (!isSame(now[name], value)) change[name] = value
  return Object.keys(change).length > 0 ? change : undefined
}
