import type { ContainerNode, ImageNode, MeasuredNode, Node, TextNode } from "@takumi-rs/core"

/** The placeholder of a figure in a text: U+FFFC OBJECT REPLACEMENT CHARACTER. */
export const emojiPlace = "\ufffc"

/** A paragraph's text, and the figures for its placeholders, in order. */
interface Words {
  readonly text: string
  readonly figures: readonly ImageNode[]
}

/** Words in takumi's form: a text, or a block of pieces when there are figures. */
export type Paragraph = TextNode | ContainerNode

export function toParagraph({ text, figures }: Words, { dir, style }: Pick<Paragraph, "dir" | "style">): Paragraph {
  const box = { ...(dir && { dir }), style: { ...style } }
  if (!text.includes(emojiPlace)) return { type: "text", text, ...box }
  const left = [...figures]
  const pieces = text.split(/(\ufffc)/).filter((piece) => piece !== "")
  const children = pieces.map((piece): Node => {
    const figure = piece === emojiPlace ? left.shift() : undefined
    return figure ?? { type: "text", text: piece, style: { display: "inline" } }
  })
  return { type: "container", children, ...box, style: { ...style, display: "block" } }
}

/** Reads a paragraph's words from a tree. */
export function paragraphWords(paragraph: Paragraph): Words {
  if (paragraph.type === "text") return { text: paragraph.text, figures: [] }
  const children = paragraph.children ?? []
  const text = children.map((child) => (child.type === "text" ? child.text : emojiPlace)).join("")
  return { text, figures: children.filter((child) => child.type === "image") }
}

/** The paragraphs of a tree, in order. A node with a reading direction is a paragraph. */
export function paragraphsIn(node: Node): Paragraph[] {
  if (node.type === "image") return []
  if (node.dir !== undefined) return [node]
  return node.type === "container" ? (node.children ?? []).flatMap(paragraphsIn) : []
}

/**
 * How many characters each line of a measured paragraph has; a figure counts as one. Runs are in visual order, lines
 * from top to bottom.
 */
export function lineLengthsOf({ style }: Paragraph, { runs, children, transform }: MeasuredNode): number[] {
  const lineHeight = Number(style?.fontSize) * Number(style?.lineHeight)
  const lines: number[] = []
  const add = (middle: number, characters: number) => {
    const line = Math.max(0, Math.floor(middle / lineHeight))
    lines[line] = (lines[line] ?? 0) + characters
  }
  for (const { text, y, height } of runs) add(y + height / 2, text.length)
  for (const figure of children) add(figure.transform[5] - transform[5] + figure.height / 2, 1)
  return lines
}
