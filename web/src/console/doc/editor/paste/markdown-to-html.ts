import { readBlocks } from "../../../assistant/markdown/blocks.ts"
import type { Inline, MarkdownBlock, MarkdownRow } from "../../../assistant/markdown/nodes.ts"

/** Markdown as HTML to be pasted. HTML in it stays text. */
export function markdownToHtml(text: string): string {
  const root = element(
    "div",
    readBlocks(text.split(/\r\n?|\n/)).map(({ block }) => blockElement(block)),
  )
  return root.innerHTML
}

type Part = Element | string

const page = document.implementation.createHTMLDocument("")

function element(name: string, parts: readonly Part[], attributes: Readonly<Record<string, string>> = {}): Element {
  const made = page.createElement(name)
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value)
  made.append(...parts)
  return made
}

function blockElement(block: MarkdownBlock): Element {
  if (block.type === "rule") return element("hr", [])
  if (block.type === "heading") return element(`h${block.level}`, block.inside.map(inlinePart))
  if (block.type === "paragraph") return element("p", block.inside.map(inlinePart))
  if (block.type === "quote") return element("blockquote", block.inside.map(blockElement))
  if (block.type === "code") {
    const language: Record<string, string> = block.language ? { class: `language-${block.language}` } : {}
    return element("pre", [element("code", [block.text], language)])
  }
  if (block.type === "table")
    return element("table", [row(block.head, "th"), ...block.rows.map((cells) => row(cells, "td"))])
  const items = block.items.map((blocks) => element("li", blocks.map(blockElement)))
  return block.start === null ? element("ul", items) : element("ol", items, { start: String(block.start) })
}

const row = (cells: MarkdownRow, name: string) =>
  element(
    "tr",
    cells.map((cell) => element(name, cell.map(inlinePart))),
  )

const tags = { em: "em", strong: "strong", strike: "s" } as const

function inlinePart(part: Inline): Part {
  if (part.type === "text" || part.type === "cited") return part.text
  if (part.type === "break") return element("br", [])
  if (part.type === "code") return element("code", [part.text])
  const inside = part.inside.map(inlinePart)
  return part.type === "link" ? element("a", inside, { href: part.to }) : element(tags[part.type], inside)
}
