import type { XmlElement } from "yjs"

/** Attributes of a block, an atom or a mark that differ from their defaults. */
export type Attrs = Readonly<Record<string, unknown>>

export type Marks = Readonly<Record<string, unknown>>

/** Text with the same marks, or one inline atom such as a mention. */
export interface LineSpan {
  readonly text?: string
  readonly atom?: { readonly name: string; readonly attrs: Attrs }
  readonly marks: Marks
}

/** A block of text, or a block without text such as a picture. */
export interface DocLine {
  readonly kind: string
  /** The block's attributes, and those of the containers that begin with it: see `container-path.ts`. */
  readonly attrs: Attrs
  readonly spans: readonly LineSpan[]
  /** Whether an element ends the line. The last line of a doc may have lost it. */
  readonly isEnded: boolean
}

/** A line as a shared text holds it: `end` is the element that ends it. */
export interface HeldLine {
  readonly line: DocLine
  readonly end: XmlElement | undefined
}

/** The element that ends a line of text. A block without text is an element named after its kind. */
export const endName = "line"

export const lineLength = ({ spans, isEnded }: DocLine): number =>
  spans.reduce((sum, { text }) => sum + (text?.length ?? 1), isEnded ? 1 : 0)

/** The line at an index of the shared text, and whether the index is at its start. */
export function lineAt(lines: readonly DocLine[], index: number): [line: number, isAtStart: boolean] {
  let left = index
  for (const [at, line] of lines.entries()) {
    const isLast = at === lines.length - 1 && !line.isEnded
    if (left < lineLength(line) || isLast) return [at, left === 0]
    left -= lineLength(line)
  }
  return [lines.length, true]
}

export const lengthOf = (lines: readonly DocLine[]): number => lines.reduce((sum, line) => sum + lineLength(line), 0)

/** A part of a line's text, from one offset to another, as a line without an end. */
export function cutLine({ spans }: DocLine, from: number, to: number): DocLine {
  let offset = 0
  const cut = spans.flatMap((span): LineSpan[] => {
    const { text } = span
    const [start, end] = [offset, offset + (text?.length ?? 1)]
    offset = end
    if (end <= from || start >= to) return []
    return [text === undefined ? span : { ...span, text: text.slice(Math.max(0, from - start), to - start) }]
  })
  return { kind: "paragraph", attrs: {}, spans: cut, isEnded: false }
}

/** Whether two versions of lines differ in nothing but their text. */
export const haveSameKinds = (lines: readonly DocLine[], others: readonly DocLine[]): boolean =>
  lines.length === others.length &&
  lines.every(({ kind, attrs }, at) => kind === others[at]?.kind && isSame(attrs, others[at]?.attrs))

/** Whether two JSON values are equal. The order of names does not count. */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false
  const [names, others] = [Object.keys(one), Object.keys(other)]
  if (names.length !== others.length || Array.isArray(one) !== Array.isArray(other)) return false
  return names.every((name) => Object.hasOwn(other, name) && isSame(Reflect.get(one, name), Reflect.get(other, name)))
}
