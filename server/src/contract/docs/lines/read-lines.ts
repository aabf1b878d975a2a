import { XmlElement, type XmlText } from "yjs"
import { type Attrs, endName, type HeldLine, type LineSpan, type Marks } from "./line.ts"

/** Inline elements. Each other element ends a line, or is a line. */
const atoms: readonly string[] = ["hardBreak", "mention", "objectLink"]

export const isAtom = (name: string): boolean => atoms.includes(name)

interface Part {
  readonly insert: unknown
  readonly attributes?: Marks
}

export function readLines(text: XmlText): HeldLine[] {
  const held: HeldLine[] = []
  let spans: LineSpan[] = []
  const end = (kind: string, attrs: Attrs, element?: XmlElement) => {
    held.push({ line: { kind, attrs, spans, isEnded: element !== undefined }, end: element })
    spans = []
  }
  for (const { insert, attributes = {} } of text.toDelta() as Part[]) {
    const span = spanOf(insert, attributes)
    if (span) spans.push(span)
    else if (insert instanceof XmlElement) {
      const { kind, attrs } = blockOf(insert)
      if (spans.length > 0 && insert.nodeName !== endName) end("paragraph", {})
      end(kind, attrs, insert)
    }
  }
  if (spans.length > 0) end("paragraph", {})
  return held
}

function spanOf(insert: unknown, marks: Marks): LineSpan | undefined {
  if (typeof insert === "string") return { text: insert, marks }
  if (!(insert instanceof XmlElement) || !isAtom(insert.nodeName)) return undefined
  return { atom: { name: insert.nodeName, attrs: insert.getAttributes() }, marks }
}

function blockOf(end: XmlElement): { kind: string; attrs: Attrs } {
  const attrs: Attrs = end.getAttributes()
  if (end.nodeName !== endName) return { kind: end.nodeName, attrs }
  const { kind, ...rest } = attrs
  return { kind: typeof kind === "string" ? kind : "paragraph", attrs: rest }
}
