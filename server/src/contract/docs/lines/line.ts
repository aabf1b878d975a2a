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

/** Whether two JSON values are equal. The order of names does not count. */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false
  const [names, others] = [Object.keys(one), Object.keys(other)]
  if (names.length !== others.length || Array.isArray(one) !== Array.isArray(other)) return false
  return names.every((name) => Object.hasOwn(other, name) && isSame(Reflect.get(one, name), Reflect.get(other, name)))
}
