import { type DocNode, nodesIn, textAttr } from "#contract/docs/doc-node.ts"
import { isKeptHref } from "#contract/docs/safe-href.ts"
import { escapeText } from "./escape.ts"
import { writeOwnAddress } from "./own-address.ts"

/** A part of a line with the same marks. White space is a separate segment. */
export interface Segment {
  kind: "text" | "code" | "break" | "source"
  text: string
  marks: ReadonlySet<string>
  /** The link's address and title as written in the parentheses; empty without a link. */
  href: string
}

/** Cuts a line into segments. No mark begins or ends with white space, since Markdown would not recognise it. */
export function toSegments(nodes: readonly DocNode[]): Segment[] {
  const segments = dropAround(nodes.flatMap(toSegmentsOf))
  const before = nearest(segments)
  const after = nearest(segments.toReversed()).reverse()
  return segments.map((segment, at) => {
    const [one, other] = [before[at], after[at]]
    if (!isSpace(segment)) return segment
    const isLinked = segment.href === one?.href && segment.href === other?.href
    const marks = [...segment.marks].filter((mark) => one?.marks.has(mark) && other?.marks.has(mark))
    return { ...segment, marks: new Set(marks.filter((mark) => mark !== "link" || isLinked)) }
  })
}

function nearest(segments: readonly Segment[]): (Segment | undefined)[] {
  let last: Segment | undefined
  return segments.map((segment) => {
    const before = last
    if (!isSpace(segment)) last = segment
    return before
  })
}

const isSpace = ({ kind, text }: Segment) => kind === "break" || (kind === "text" && /^\s+$/.test(text))

/** Drops white space at the ends of a line, and breaks at the ends of a paragraph: Markdown ignores them. */
function dropAround(segments: readonly Segment[]): Segment[] {
  const first = segments.findIndex((segment) => !isSpace(segment))
  const last = segments.findLastIndex((segment) => !isSpace(segment))
  return segments
    .slice(Math.max(first, 0), last + 1)
    .filter((segment, at, all) => !isSpace(segment) || segment.kind === "break" || all[at - 1]?.kind !== "break")
}

function toSegmentsOf(node: DocNode): Segment[] {
  const link = nodesIn(node.marks).find(({ type }) => type === "link")
  const href = link && isKeptHref(link.attrs?.href) ? writeHref(link.attrs.href) + writeTitle(link) : ""
  const names = nodesIn(node.marks).map(({ type = "" }) => type)
  const marks = new Set(names.filter((name) => name !== "link" || href !== ""))
  if (typeof node.text === "string") return ofText(node.text, { marks, href })
  if (node.type === "hardBreak") return [{ kind: "break", text: "", marks, href }]
  const source = writeAtom(node)
  marks.delete("link")
  return source === "" ? [] : [{ kind: "source", text: source, marks, href: "" }]
}

function ofText(raw: string, { marks, href }: Pick<Segment, "marks" | "href">): Segment[] {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: Markdown has no place for them.
  const text = raw.replace(/[\n\r\u2028\u2029]/g, " ").replace(/[\0-\x08\x0b-\x1f\x7f]/g, "")
  if (text === "") return []
  if (marks.has("code") && text.trim() !== "") return [{ kind: "code", text, marks, href }]
  return [...text.matchAll(/^\s+|\s+$|\S(?:.*\S)?/gs)].map(([part]) => ({ kind: "text", text: part, marks, href }))
}

/** Writes an address for parentheses: in angle brackets where it contains parentheses or angle brackets. */
function writeHref(href: string): string {
  const escaped = href.replace(/[\\<>]|&(?=#?\w+;)/g, "\\$&")
  return /[()<>]/.test(href) ? `<${escaped}>` : escaped
}

export function writeTitle(node: DocNode): string {
  const title = textAttr(node, "title").replace(/\s+/g, " ").trim()
  return title === "" ? "" : ` "${title.replace(/[\\"]|&(?=#?\w+;)/g, "\\$&")}"`
}

function writeAtom(node: DocNode): string {
  const label = escapeText(textAttr(node, "label").replace(/\s+/g, " ").trim())
  if (node.type === "mention") return linkTo({ kind: "account", ref: textAttr(node, "account") }, `@${label}`)
  if (node.type === "objectLink") return linkTo({ kind: textAttr(node, "kind"), ref: textAttr(node, "ref") }, label)
  return ""
}

function linkTo(target: { kind: string; ref: string }, label: string): string {
  const address = writeOwnAddress(target)
  return address ? `[${label}](${address})` : label
}
