import type { Token } from "markdown-it"
import { type DocNode, nodesIn } from "#contract/docs/doc-node.ts"
import { linkedKinds } from "#contract/docs/linked-kinds.ts"
import { isKeptHref, longestHrefTitle } from "#contract/docs/safe-href.ts"
import { readOwnAddress } from "./own-address.ts"

const order = ["link", "bold", "italic", "strike", "code"]
const longestLabel = 200
const marks: Record<string, string> = { strong: "bold", em: "italic", s: "strike" }
const linked: ReadonlySet<string> = new Set(linkedKinds)

/** The nodes of a line. Without `canHavePictures`, pictures and files become their words. */
export function readInline(tokens: readonly Token[], canHavePictures: boolean): DocNode[] {
  const line: Line = { nodes: [], open: [], link: undefined }
  for (const token of tokens) {
    if (token.nesting === 1) begin(line, token)
    else if (token.nesting === -1) end(line, token, canHavePictures)
    else for (const node of toNodes(token, canHavePictures)) add(line, withMarks(node, line.open))
  }
  return joined(line.nodes)
}

interface Line {
  nodes: DocNode[]
  open: string[]
  /** The open link and its nodes. Links are never nested. */
  link: { attrs: LinkAttrs; nodes: DocNode[] } | undefined
}

const add = ({ nodes, link }: Line, node: DocNode) => (link?.nodes ?? nodes).push(node)
const markOf = ({ type }: Token) => marks[type.replace(/_(?:open|close)$/, "")] ?? ""

interface LinkAttrs {
  href: string
  title?: string
}

function linkAttrs(token: Token, name: "href" | "src"): LinkAttrs {
  const title = String(token.attrGet("title") ?? "")
    .replace(/\s+/g, " ")
    .trim()
  const href = String(token.attrGet(name))
  return title === "" ? { href } : { href, title: [...title].slice(0, longestHrefTitle).join("").trim() }
}

function begin(line: Line, token: Token): void {
  if (token.type === "link_open") line.link = { attrs: linkAttrs(token, "href"), nodes: [] }
  else line.open.push(markOf(token))
}

function end(line: Line, token: Token, canHavePictures: boolean): void {
  if (token.type !== "link_close") line.open.splice(line.open.lastIndexOf(markOf(token)), 1)
  else if (line.link) {
    const { nodes, attrs } = line.link
    line.link = undefined
    for (const node of toLinked(nodes, attrs, canHavePictures)) add(line, node)
  }
}

function toNodes(token: Token, canHavePictures: boolean): DocNode[] {
  switch (token.type) {
    case "softbreak":
      return [{ type: "text", text: " " }]
    case "hardbreak":
      return [{ type: "hardBreak" }]
    case "code_inline":
      return [{ type: "text", text: token.content, marks: [{ type: "code" }] }]
    case "image":
      return [toPicture(token, canHavePictures)]
    case "text":
      return withBreaks(token.content)
    default:
      return [{ type: "text", text: token.content }]
  }
}

/** HTML stays text, except `<br>`, the line break in table cells. */
function withBreaks(text: string): DocNode[] {
  const [first = "", ...others] = text.split(/<br\s?\/?>/i)
  return [{ type: "text", text: first }, ...others.flatMap((text) => [{ type: "hardBreak" }, { type: "text", text }])]
}

/** A picture of the drive. Other pictures become links, since a doc loads nothing from other servers. */
function toPicture(token: Token, canHavePictures: boolean): DocNode {
  const attrs = linkAttrs(token, "src")
  const { href, ...title } = attrs
  const own = readOwnAddress(href)
  const words = readInline(token.children ?? [], false)
    .map(({ text = " " }) => text)
    .join("")
  if (own?.kind === "drive" && canHavePictures)
    return { type: "driveImage", attrs: { file: own.ref, alt: words, ...title } }
  const isLink = isKeptHref(href)
  const text = words || (isLink ? href : "")
  return { type: "text", text, ...(isLink && { marks: [{ type: "link", attrs }] }) }
}

/** The nodes of a link: an object of the workspace, or text with an address. */
function toLinked(nodes: readonly DocNode[], attrs: LinkAttrs, canHavePictures: boolean): DocNode[] {
  const own = readOwnAddress(attrs.href)
  if (own) return toAtom(nodes, own, canHavePictures)
  const link = { type: "link", attrs }
  if (nodes.length === 0) return [{ type: "text", text: attrs.href, marks: [link] }]
  return nodes.map((node) => {
    if (node.text === undefined) return node
    // Code in a doc has no other marks, so the link replaces the code mark.
    const others = nodesIn(node.marks).filter(({ type }) => type !== "link" && type !== "code")
    return { ...node, marks: [link, ...others] }
  })
}

function toAtom(
  nodes: readonly DocNode[],
  { kind, ref }: { kind: string; ref: string },
  canHavePictures: boolean,
): DocNode[] {
  const label = nodes
    .map(({ text = "" }) => text)
    .join("")
    .slice(0, longestLabel)
  const marks = nodes[0]?.marks === undefined ? {} : { marks: nodes[0].marks }
  if (kind === "drive" && canHavePictures) return [{ type: "driveFile", attrs: { file: ref, name: label } }]
  if (kind === "account")
    return [{ type: "mention", attrs: { account: ref, label: label.replace(/^@/, "") }, ...marks }]
  if (linked.has(kind)) return [{ type: "objectLink", attrs: { kind, ref, label }, ...marks }]
  return [...nodes]
}

/** Adds marks to a node. Code gets none. */
function withMarks(node: DocNode, names: readonly string[]): DocNode {
  const own = nodesIn(node.marks)
  if (names.length === 0 || own.some(({ type }) => type === "code")) return node
  const added = [...new Set(names)].map((type) => ({ type }))
  const all = [...own, ...added].sort((one, other) => order.indexOf(one.type ?? "") - order.indexOf(other.type ?? ""))
  return { ...node, marks: all }
}

function joined(nodes: readonly DocNode[]): DocNode[] {
  const result: { node: DocNode; marks: string }[] = []
  for (const node of nodes) {
    if (node.text === "") continue
    const marks = JSON.stringify(node.marks ?? [])
    const last = result.at(-1)
    if (last?.node.text === undefined || node.text === undefined || last.marks !== marks) result.push({ node, marks })
    else last.node = { ...last.node, text: last.node.text + node.text }
  }
  return result.map(({ node }) => node)
}
