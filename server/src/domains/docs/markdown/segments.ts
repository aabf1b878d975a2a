import { type DocNode, nodesIn, textAttr } from "#contract/docs/doc-node.ts"
import { isKeptHref } from "#contract/docs/safe-href.ts"
import { escapeText, toReference, unwritable } from "./escape.ts"
import { withoutSpaces, writeOwnAddress } from "./own-address.ts"

/** A part of a line with the same marks. */
export interface Segment {
  kind: "text" | "code" | "break" | "source"
  text: string
  marks: ReadonlySet<string>
  /** The link's address and title as written in the parentheses; empty without a link. */
  href: string
}

export const toSegments = (nodes: readonly DocNode[]): Segment[] => nodes.flatMap(toSegmentsOf)

function toSegmentsOf(node: DocNode): Segment[] {
  const link = linkOf(node)
  const href = link ? writeHref(link.href) + writeTitle(link.title) : ""
  const names = nodesIn(node.marks).map(({ type = "" }) => type)
  const marks = new Set(names.filter((name) => name !== "link" || href !== ""))
  if (typeof node.text === "string") return ofText(node.text, { marks, href })
  if (node.type === "hardBreak") return [{ kind: "break", text: "", marks, href }]
  const source = writeAtom(node)
  // Links are never nested, so the address of an object holds the address of the link around it.
  marks.delete("link")
  return source === "" ? [] : [{ kind: "source", text: source, marks, href: "" }]
}

function linkOf({ marks }: DocNode): { href: string; title: string } | undefined {
  const link = nodesIn(marks).find(({ type }) => type === "link")
  const href = withoutSpaces(textAttr(link ?? {}, "href"))
  return link && isKeptHref(href) ? { href, title: textAttr(link, "title").replace(unwritable, "") } : undefined
}

function ofText(raw: string, { marks, href }: Pick<Segment, "marks" | "href">): Segment[] {
  const text = raw.replace(unwritable, "")
  if (text === "") return []
  if (marks.has("code")) return [{ kind: "code", text: text.replace(/\r\n?|\n/g, " "), marks, href }]
  return [{ kind: "text", text, marks, href }]
}

/** Writes an address for parentheses: in angle brackets where it contains parentheses or angle brackets. */
function writeHref(href: string): string {
  const escaped = href.replace(/[\\<>]|&(?=#?\w+;)/g, "\\$&")
  return /[()<>]/.test(href) ? `<${escaped}>` : escaped
}

export function writeTitle(title: string): string {
  const written = title.replace(unwritable, "").replace(/[\\"]|&(?=#?\w+;)/g, "\\$&")
  return written === "" ? "" : ` "${written.replace(/^\s|\s$|[\n\r]/g, toReference)}"`
}

function writeAtom(node: DocNode): string {
  if (node.type === "mention") return linkTo(node, { kind: "account", ref: textAttr(node, "account") })
  if (node.type === "objectLink") return linkTo(node, { kind: textAttr(node, "kind"), ref: textAttr(node, "ref") })
  return ""
}

function linkTo(node: DocNode, target: { kind: string; ref: string }): string {
  const label = (node.type === "mention" ? "@" : "") + textAttr(node, "label").replace(unwritable, "")
  const isCode = nodesIn(node.marks).some(({ type }) => type === "code")
  const written = isCode ? toCodeSpan(label) : escapeText(label)
  const address = writeOwnAddress({ ...target, link: linkOf(node) })
  return address ? `[${written}](${address})` : written
}

export function toCodeSpan(code: string): string {
  const runs = new Set([...code.matchAll(/`+/g)].map(([run]) => run.length))
  let length = 1
  while (runs.has(length)) length += 1
  const needsSpace = /^`|`$|^ .*[^ ].* $/s.test(code)
  const fence = "`".repeat(length)
  return needsSpace ? `${fence} ${code} ${fence}` : `${fence}${code}${fence}`
}
