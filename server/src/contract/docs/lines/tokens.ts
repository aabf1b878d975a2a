import { type DocLine, isSame, type LineSpan, type Marks } from "./line.ts"

/** The unit of comparison of shared texts: a character, an atom, or the end of a line. */
export interface LineToken {
  /** Equal for tokens that can be kept, whatever their marks and attributes. All ends of text lines are equal. */
  readonly key: string
  readonly length: number
  readonly marks: Marks
  readonly atom: LineSpan["atom"]
  /** The index of the line that ends here, among the compared lines. */
  readonly ends: number | undefined
}

/** The tokens of lines. A character of two code units is one token, so that it is never split. */
export function tokensOf(lines: readonly DocLine[]): LineToken[] {
  return lines.flatMap((line, at) => [
    ...line.spans.flatMap(tokensIn),
    ...(line.isEnded ? [{ key: endKey(line), length: 1, marks: {}, atom: undefined, ends: at }] : []),
  ])
}

function tokensIn({ text, atom, marks }: LineSpan): LineToken[] {
  if (atom) return [{ key: `atom ${JSON.stringify([atom.name, atom.attrs])}`, length: 1, marks, atom, ends: undefined }]
  return [...(text ?? "")].map((key) => ({ key, length: key.length, marks, atom: undefined, ends: undefined }))
}

/** The kinds of lines with text, which share one kind of end. A block without text is its own end. */
const textBlocks: readonly string[] = ["paragraph", "heading", "codeBlock"]

export const isTextBlock = (kind: string): boolean => textBlocks.includes(kind)

const endKey = ({ kind, attrs }: DocLine) =>
  isTextBlock(kind) ? "end of a line" : `block ${kind} ${String(attrs.file)}`

/** The change of marks for Yjs's `format`; undefined where nothing changes. */
export function changeOfMarks(now: Marks, wanted: Marks): Record<string, unknown> | undefined {
  const change: Record<string, unknown> = {}
  for (const name of Object.keys(now)) if (!(name in wanted)) change[name] = null
  for (const [name, value] of Object.entries(wanted)) if (!isSame(now[name], value)) change[name] = value
  return Object.keys(change).length > 0 ? change : undefined
}
