import type { XmlElement } from "yjs"

/** Attributes of a block, an atom or a mark, without those that have their default. */
export type Attrs = Readonly<Record<string, unknown>>

/** The marks of some words, by name. */
export type Marks = Readonly<Record<string, unknown>>

/** Words with the same marks, or one atom that stands among words: a mention, for example. */
export interface Span {
  readonly text?: string
  readonly atom?: { readonly name: string; readonly attrs: Attrs }
  readonly marks: Marks
}

/** A block of text, or a block that holds none: a picture, for example. */
export interface Line {
  /** The name of the block's type. */
  readonly kind: string
  /** Its attributes, and those of the containers that begin with it: see `write-attrs.ts`. */
  readonly attrs: Attrs
  readonly spans: readonly Span[]
  /** Whether the line has an end of its own. The last words of a doc may have lost it. */
  readonly isEnded: boolean
}

/** A line as a shared text holds it: `end` is the element that ends it. */
export interface HeldLine {
  readonly line: Line
  readonly end: XmlElement | undefined
}

/** The name of the element that ends a line of text. A block without text is an element of its own name. */
export const endName = "line"

/** How much of a shared text a line takes. */
export const lengthOf = ({ spans, isEnded }: Line): number =>
  spans.reduce((sum, { text }) => sum + (text?.length ?? 1), isEnded ? 1 : 0)

/** Whether two values of JSON are the same; the order of names does not count. */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false
  const [names, others] = [Object.keys(one), Object.keys(other)]
  if (names.length !== others.length || Array.isArray(one) !== Array.isArray(other)) return false
  return names.every((name) => Object.hasOwn(other, name) && isSame(Reflect.get(one, name), Reflect.get(other, name)))
}
