import type { Fragment, Node, Slice } from "@tiptap/pm/model"

export function copiedText(slice: Slice): string {
  const words = wordsWithin(slice)
  return words ?? linesOf(slice.content).join("\n")
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
function linesOf(blocks: Fragment): string[] {
  return blocks.content.flatMap((block, at) => [...(at === 0 ? [] : [""]), ...linesIn(block)])
}

function linesIn(block: Node): string[] {
  const { type, attrs } = block
  if (block.isTextblock) return textOf(block).split("\n")
  if (type.name === "horizontalRule") return ["---"]
  if (block.isLeaf) return [String(attrs.name || attrs.alt || "")]
  if (type.name === "table") return block.children.map((row) => row.children.map(cellText).join("\t"))
  if (!type.name.endsWith("List")) return linesOf(block.content)
  return block.children.flatMap((item, at) => {
    const mark = type.name === "orderedList" ? `${attrs.start + at}. ` : type.name === "taskList" ? boxOf(item) : "- "
    const lines = item.children.flatMap(linesIn)
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
