import type { Renderer } from "@takumi-rs/core"
import type { Composition } from "./composition.ts"
import { linesOf, paragraphsIn, toParagraph, wordsOf } from "./paragraph.ts"

/**
 * Cuts the texts of a composition that read from the right, or have figures among their words, and more lines than they
 * may. takumi cuts by itself, but lines that read from the right in their visual order, which takes away too much, lines that
 * end with a figure without an ellipsis, and now and then figures that would have had room.
 */
export async function cutTexts(
  renderer: Renderer,
  { node, options }: Pick<Composition, "node" | "options">,
): Promise<void> {
  for (const paragraph of paragraphsIn(node)) {
    const words = wordsOf(paragraph)
    if (paragraph.dir !== "rtl" && words.figures.length === 0) continue
    const { lineClamp, ...style } = paragraph.style ?? {}
    const measure = async (text: string) => {
      const uncut = toParagraph({ ...words, text }, { ...paragraph, style })
      return linesOf(uncut, await renderer.measure(uncut, options))
    }
    const text = await cutText(words.text, Number(lineClamp), measure)
    Object.assign(paragraph, toParagraph({ ...words, text }, { ...paragraph, style }))
  }
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
