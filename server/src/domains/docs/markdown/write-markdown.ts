import { type DocNode, maxDepth, nodesIn, textAttr } from "#contract/docs/doc-node.ts"
import { unwritableInCode } from "./escape.ts"
import { hintOfList, writeHint } from "./hints.ts"
import { refuseUnwritable } from "./measure.ts"
import { writeOwnAddress } from "./own-address.ts"
import { writeTitle } from "./segments.ts"
import { writeLanguage } from "./to-blocks.ts"
import { escapeLabel, writeInline } from "./write-inline.ts"
import { writeTable } from "./write-table.ts"

/**
 * Writes CommonMark with GitHub's tables, checklists and strikethrough, which `readMarkdown` reads back as the same doc,
 * except what `lossesOfExport` names. @throws ServiceError `conflict` when it would be many times as long as the doc.
 */
export function writeMarkdown(body: DocNode): string {
  refuseUnwritable(body)
  const blocks = nodesIn(body.content)
  const text = blocks.length === 1 && isEmptyParagraph(blocks[0]) ? "" : writeBlocks(blocks, 1)
  return text === "" ? "" : `${text}\n`
}

interface Written {
  text: string
  marker?: string | undefined
}

function writeBlocks(nodes: readonly DocNode[], depth: number): string {
  return joinBlocks(nodes, depth)
    .map(({ text }) => text)
    .join("\n\n")
}

/** Adjacent lists get different markers, since they would merge otherwise. */
function joinBlocks(nodes: readonly DocNode[], depth: number): Written[] {
  if (depth > maxDepth) return []
  const written: Written[] = []
  for (const node of nodes) {
    const block = writeBlock(node, { depth, before: written.at(-1)?.marker })
    if (block.text !== "") written.push(block)
  }
  return written
}

interface At {
  depth: number
  before: string | undefined
}

function writeBlock(node: DocNode, at: At): Written {
  const list = lists[node.type ?? ""]
  if (list) return writeList(node, list(node, at.before), at.depth)
  const write = blocks[node.type ?? ""]
  if (write) return { text: write(node, at.depth) }
  if (typeof node.text === "string") return { text: writeInline([node]) }
  return { text: writeBlocks(nodesIn(node.content), at.depth + 1) }
}

const blocks: Record<string, (node: DocNode, depth: number) => string> = {
  paragraph: ({ content }) => writeInline(nodesIn(content)) || "<br>",
  heading: ({ attrs, content }) => {
    const level = Math.min(Math.max(Number(attrs?.level) || 1, 1), 6)
    const text = writeInline(nodesIn(content), "line")
    return `${"#".repeat(level)}${text === "" ? "" : ` ${text}`}`
  },
  blockquote: ({ content }, depth) => {
    const inside = nodesIn(content)
    const text = inside.length === 1 && isEmptyParagraph(inside[0]) ? "" : writeBlocks(inside, depth + 1)
    return prefix(text, { first: "> ", rest: "> " }) || ">"
  },
  codeBlock: (node) => {
    const text = nodesIn(node.content)
      .map(({ text = "" }) => text.replace(unwritableInCode, "").replace(/\r\n?/g, "\n"))
      .join("")
    const language = writeLanguage(textAttr(node, "language"))
    const fence = longerThan(text)
    return `${fence}${language}\n${text}${text === "" ? "" : "\n"}${fence}`
  },
  horizontalRule: () => "---",
  table: (node, depth) => writeTable(node, (blocks) => writeBlocks(blocks, depth + 3)),
  driveImage: (node) => {
    const address = writeOwnAddress({ kind: "drive", ref: textAttr(node, "file") })
    return address ? `![${escapeLabel(textAttr(node, "alt"))}](${address}${writeTitle(textAttr(node, "title"))})` : ""
  },
  driveFile: (node) => {
    const address = writeOwnAddress({ kind: "drive", ref: textAttr(node, "file") })
    const name = escapeLabel(textAttr(node, "name"))
    return address ? `[${name}](${address})` : name
  },
}

function longerThan(code: string): string {
  const runs = [...code.matchAll(/`+/g)].map(([run]) => run.length)
  return "`".repeat(runs.reduce((most, length) => Math.max(most, length + 1), 3))
}

/** A number of a list has nine digits at the most. Only the first one counts. */
const highestNumber = 999_999_999

interface List {
  marker: string
  markerOf(item: DocNode, at: number): string
}

const lists: Record<string, (node: DocNode, before: string | undefined) => List> = {
  bulletList: (_node, before) => {
    const marker = before === "-" ? "*" : "-"
    return { marker, markerOf: () => marker }
  },
  taskList: (_node, before) => {
    const marker = before === "-" ? "*" : "-"
    return { marker, markerOf: ({ attrs }) => `${marker} [${attrs?.checked === true ? "x" : " "}]` }
  },
  orderedList: ({ attrs }, before) => {
    const start = Math.max(Math.trunc(Number(attrs?.start ?? 1)) || 0, 0)
    const marker = before === "." ? ")" : "."
    return { marker, markerOf: (_item, at) => `${Math.min(start + at, highestNumber)}${marker}` }
  },
}

function writeList(node: DocNode, { marker, markerOf }: List, depth: number): Written {
  const items = nodesIn(node.content).map((item, at) => writeItem(item, markerOf(item, at), depth + 1))
  const text = items.join(node.attrs?.loose === true ? "\n\n" : "\n")
  return { text: writeHint(hintOfList(node, items.length)) + text, marker }
}

/** Indents the content of an item as far as its text; the box of a task is text. */
function writeItem({ content }: DocNode, marker: string, depth: number): string {
  const [head, ...nodes] = nodesIn(content)
  const others = joinBlocks(nodes, depth + 1)
  const indent = " ".repeat(marker.replace(/ \[.\]$/, "").length + 1)
  const isEmpty = isEmptyParagraph(head)
  if (isEmpty && others.length === 0) return marker
  // An item that does not begin with text gets an empty paragraph when it is read.
  if (isEmpty && nodes[0]?.type !== "paragraph") {
    // After a marker without text, only the very next line belongs to the item; the box of a task is text.
    const gap = marker.endsWith("]") ? "\n\n" : "\n"
    return marker + prefix(gap + others.map(({ text }) => text).join("\n\n"), { first: "", rest: indent })
  }
  const [first = { text: "" }] = head ? joinBlocks([head], depth + 1) : []
  const text = others.reduce((all, block, at) => all + between(block, at) + block.text, first.text)
  return prefix(text, { first: `${marker} `, rest: indent })
}

const isEmptyParagraph = (node: DocNode | undefined) =>
  node?.type === "paragraph" && writeInline(nodesIn(node.content)) === ""

/** A list right below its item's text follows without a blank line, if it can interrupt a paragraph. */
function between({ text, marker }: Written, at: number): string {
  return at === 0 && marker !== undefined && /^(?:[-*]|1[.)]) \S/.test(text) ? "\n" : "\n\n"
}

/** Prefixes each line. An empty line gets no trailing spaces. */
function prefix(text: string, { first, rest }: { first: string; rest: string }): string {
  const lines = text.split("\n")
  return lines
    .map((line, at) => (at === 0 ? first : rest) + line)
    .map((line, at) => (lines[at] === "" ? line.trimEnd() : line))
    .join("\n")
}
