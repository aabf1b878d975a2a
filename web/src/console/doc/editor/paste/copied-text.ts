import type { Fragment, Node, ResolvedPos, Slice } from "@tiptap/pm/model"

/** The copied part of a doc as plain text. `$from` is the start of the selection. */
export function copiedText(slice: Slice, $from: ResolvedPos): string {
  return wordsWithin(slice) ?? linesOf(slice.content, startsOf(slice, $from)).join("\n")
}

/** The first numbers of lists whose first items are not copied. */
type Starts = ReadonlyMap<Node, number>

function startsOf({ content, openStart }: Slice, $from: ResolvedPos): Starts {
  const starts = new Map<Node, number>()
  let { firstChild } = content
  for (let depth = 1; firstChild && depth <= Math.min(openStart, $from.depth); depth += 1) {
    starts.set(firstChild, Number($from.node(depth).attrs.start) + $from.index(depth))
    firstChild = firstChild.firstChild
  }
  return starts
}

/** The text of a part of one line, or of one cell; undefined if more is copied. */
function wordsWithin({ content, openStart }: Slice): string | undefined {
  let inside = content
  for (let depth = 0; inside.childCount === 1; depth += 1) {
    const { firstChild } = inside
    if (!firstChild) break
    const isOpen = depth < openStart || /^(?:table|tableRow|tableCell|tableHeader)$/.test(firstChild.type.name)
    if (!isOpen) break
    if (firstChild.isTextblock) return textOf(firstChild)
    inside = firstChild.content
  }
  return inside.firstChild?.isInline ? inside.content.map(inlineText).join("") : undefined
}

/** Lists and tables have a line for each item and row. Other blocks have an empty line between them. */
function linesOf(blocks: Fragment, starts: Starts = new Map()): string[] {
  return blocks.content.flatMap((block, at) => [...(at === 0 ? [] : [""]), ...linesIn(block, starts)])
}

function linesIn(block: Node, starts: Starts): string[] {
  const { type, attrs } = block
  if (block.isTextblock) return textOf(block).split("\n")
  if (type.name === "horizontalRule") return ["---"]
  if (block.isLeaf) return [String(attrs.name || attrs.alt || "")]
  if (type.name === "table") return block.children.map((row) => row.children.map(cellText).join("\t"))
  if (!type.name.endsWith("List")) return linesOf(block.content, starts)
  const start = starts.get(block) ?? Number(attrs.start)
  return block.children.flatMap((item, at) => {
    const mark = type.name === "orderedList" ? `${start + at}. ` : type.name === "taskList" ? boxOf(item) : "- "
    const lines = item.children.flatMap((inner) => linesIn(inner, starts))
    return lines.map((line, at) => (at === 0 ? mark : " ".repeat(mark.length)) + line)
  })
}

const boxOf = ({ attrs }: Node) => (attrs.checked ? "[x] " : "[ ] ")
const cellText = (cell: Node) => linesOf(cell.content).filter(Boolean).join(" ")
const textOf = (block: Node) => block.children.map(inlineText).join("")

function inlineText({ type, attrs, text }: Node): string {
  if (text !== undefined) return text
  return type.name === "hardBreak" ? "\n" : `${type.name === "mention" ? "@" : ""}${attrs.label ?? ""}`
}
