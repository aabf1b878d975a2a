import type { Token } from "markdown-it"
import { type DocNode, nodesIn } from "#contract/docs/doc-node.ts"
import { linkedKinds } from "#contract/docs/linked-kinds.ts"
import { isKeptHref, longestHrefTitle } from "#contract/docs/safe-href.ts"
import { readOwnAddress } from "./own-address.ts"
import { type LineNode, paragraphBegin, paragraphEnd } from "./to-blocks.ts"

const order = ["link", "bold", "italic", "strike", "code"]
const longestLabel = 200
const marks: Record<string, string> = { strong: "bold", em: "italic", s: "strike" }
const linked: ReadonlySet<string> = new Set(linkedKinds)

/** The block of a line: a heading has no pictures and files, and a cell may have several paragraphs. */
export interface LinePlace {
  canHavePictures?: boolean
  isCell?: boolean
}

/** The nodes of a line, before its ends are trimmed. Where pictures and files have no place, their words stay. */
export function readInline(tokens: readonly Token[], place: LinePlace): LineNode[] {
  const line: Line = { nodes: [], open: [], link: undefined }
  for (const token of tokens) {
    if (token.nesting === 1) begin(line, token)
    else if (token.nesting === -1) end(line, token, place)
    else for (const node of toNodes(token, place)) add(line, withMarks(node, line.open))
  }
  return line.nodes
}

interface Line {
  nodes: LineNode[]
  open: string[]
  /** The open link and its nodes. Links are never nested. */
  link: { attrs: LinkAttrs; nodes: LineNode[] } | undefined
}

const add = ({ nodes, link }: Line, node: LineNode) => (link?.nodes ?? nodes).push(node)
const markOf = ({ type }: Token) => marks[type.replace(/_(?:open|close)$/, "")] ?? ""

interface LinkAttrs {
  href: string
  title?: string
}

function linkAttrs(href: string, title: string): LinkAttrs {
  return title.trim() === "" ? { href } : { href, title: [...title].slice(0, longestHrefTitle).join("") }
}

const attrsOf = (token: Token, name: "href" | "src") =>
  linkAttrs(String(token.attrGet(name)), String(token.attrGet("title") ?? ""))

function begin(line: Line, token: Token): void {
  if (token.type === "link_open") line.link = { attrs: attrsOf(token, "href"), nodes: [] }
  else line.open.push(markOf(token))
}

function end(line: Line, token: Token, place: LinePlace): void {
  if (token.type !== "link_close") line.open.splice(line.open.lastIndexOf(markOf(token)), 1)
  else if (line.link) {
    const { nodes, attrs } = line.link
    line.link = undefined
    for (const node of toLinked(nodes, attrs, place)) add(line, withMarks(node, line.open))
  }
}

function toNodes(token: Token, place: LinePlace): LineNode[] {
  switch (token.type) {
    case "softbreak":
      return [{ type: "text", text: " " }]
    case "hardbreak":
      return [{ type: "hardBreak" }]
    case "code_inline":
      return token.content === "" ? [] : [{ type: "text", text: token.content, marks: [code], isKept: true }]
    case "image":
      return [toPicture(token, place)]
    case "text":
      return token.content.split(tags).flatMap((part) => toPart(part, place))
    default:
      return [{ type: "text", text: token.content, isKept: true }]
  }
}

const code = { type: "code" }

/** HTML stays text, except breaks, and paragraphs in a cell. */
const tags = /(<br\s?\/?>|<br class="code">|<\/?p>)/i

function toPart(part: string, { isCell }: LinePlace): LineNode[] {
  if (part === '<br class="code">') return [{ type: "hardBreak", marks: [code], isTag: true }]
  if (/^<br\s?\/?>$/i.test(part)) return [{ type: "hardBreak", isTag: true }]
  if (isCell && (part === paragraphBegin || part === paragraphEnd)) return [{ type: part }]
  return [{ type: "text", text: part }]
}

/** A picture of the drive. Other pictures become links, since a doc loads nothing from other servers. */
function toPicture(token: Token, { canHavePictures }: LinePlace): DocNode {
  const attrs = attrsOf(token, "src")
  const { href, ...title } = attrs
  const own = readOwnAddress(href)
  const words = readInline(token.children ?? [], {})
    .map(({ text = " " }) => text)
    .join("")
  if (own?.kind === "drive" && canHavePictures)
    return { type: "driveImage", attrs: { file: own.ref, alt: words, ...title } }
  const isLink = isKeptHref(href)
  const text = words || (isLink ? href : "")
  return { type: "text", text, ...(isLink && { marks: [{ type: "link", attrs }] }) }
}

/** The nodes of a link: an object of the workspace, or text with an address. */
function toLinked(nodes: readonly LineNode[], attrs: LinkAttrs, place: LinePlace): LineNode[] {
  if (readOwnAddress(attrs.href)) return toAtom(nodes, attrs, place)
  if (!isKeptHref(attrs.href)) return [...nodes]
  const link = { type: "link", attrs }
  if (nodes.length === 0) return [{ type: "text", text: attrs.href, marks: [link] }]
  return nodes.map((node) => {
    if (node.text === undefined && node.type !== "hardBreak") return node
    // Code in a doc has no other marks, so the link replaces the code mark.
    const others = nodesIn(node.marks).filter(({ type }) => type !== "link" && type !== "code")
    return { ...node, marks: [link, ...others] }
  })
}

function toAtom(nodes: readonly LineNode[], { href }: LinkAttrs, { canHavePictures }: LinePlace): LineNode[] {
  const { kind = "", ref = "", link } = readOwnAddress(href) ?? {}
  const words = nodes.map(({ text = "" }) => text).join("")
  const label = [...words].slice(0, longestLabel).join("")
  const around = link && isKeptHref(link.href) ? [{ type: "link", attrs: linkAttrs(link.href, link.title) }] : []
  const inner = [...around, ...nodesIn(nodes[0]?.marks)]
  const marks = inner.length > 0 && { marks: inner }
  if (kind === "drive" && canHavePictures) return [{ type: "driveFile", attrs: { file: ref, name: words } }]
  if (kind === "account")
    return [{ type: "mention", attrs: { account: ref, label: label.replace(/^@/, "") }, ...marks }]
  if (linked.has(kind)) return [{ type: "objectLink", attrs: { kind, ref, label }, ...marks }]
  return [...nodes]
}

/** Adds marks to a node. Code gets none. */
function withMarks(node: LineNode, names: readonly string[]): LineNode {
  const own = nodesIn(node.marks)
  if (names.length === 0 || own.some(({ type }) => type === "code")) return node
  const added = [...new Set(names)].filter((type) => !own.some((mark) => mark.type === type)).map((type) => ({ type }))
  const all = [...own, ...added].sort((one, other) => order.indexOf(one.type ?? "") - order.indexOf(other.type ?? ""))
  return { ...node, marks: all }
}
