import type { MeasuredNode, Node, Renderer, TextNode } from "@takumi-rs/core"
import type { Composition } from "./painter.ts"

/**
 * Cuts the texts of a composition that read from the right and have more lines than they may. takumi cuts by itself, but
 * such lines in their visual order, which takes away too much.
 */
export async function cutTexts(
  renderer: Renderer,
  { node, options }: Pick<Composition, "node" | "options">,
): Promise<void> {
  for (const paragraph of paragraphsIn(node)) {
    if (paragraph.dir !== "rtl") continue
    const { lineClamp, ...style } = paragraph.style ?? {}
    const measure = async (text: string) =>
      linesOf(paragraph, await renderer.measure({ ...paragraph, text, style }, options))
    paragraph.text = await cutText(paragraph.text, Number(lineClamp), measure)
  }
}

/** The texts of a tree, in their order. */
export function paragraphsIn(node: Node): TextNode[] {
  if (node.type === "text") return [node]
  return node.type === "container" ? (node.children ?? []).flatMap(paragraphsIn) : []
}

/** How many characters each line holds. Runs lie in their visual order, lines below each other. */
export function linesOf({ style }: TextNode, { runs }: MeasuredNode): number[] {
  const lineHeight = Number(style?.fontSize) * Number(style?.lineHeight)
  const lines: number[] = []
  for (const { text, y, height } of runs) {
    const line = Math.max(0, Math.floor((y + height / 2) / lineHeight))
    lines[line] = (lines[line] ?? 0) + text.length
  }
  return lines
}

async function cutText(text: string, limit: number, measure: (text: string) => Promise<number[]>): Promise<string> {
  let lines = await measure(text)
  let cut = text
  let length = text.length
  while (lines.length > limit && length > 0) {
    const fitting = lines.slice(0, limit).reduce((sum, characters) => sum + characters, 0)
    length = lastBreak(text, Math.min(fitting, length) - 1)
    cut = `${text.slice(0, length).trimEnd()}…`
    lines = await measure(cut)
  }
  return cut
}

/** The last place before `end` where a word ends, or a few letters before it in a word without one. */
function lastBreak(text: string, end: number): number {
  const space = text.lastIndexOf(" ", end)
  return space > end - 30 && space > 0 ? space : Math.max(0, end - 3)
}
