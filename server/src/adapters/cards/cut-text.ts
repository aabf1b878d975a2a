import type { Renderer } from "@takumi-rs/core"
import type { Composition } from "./composition.ts"
import { lineLengthsOf, paragraphsIn, paragraphWords, toParagraph } from "./paragraph.ts"

/**
 * Cuts texts that exceed their lines if they read from right to left or contain emoji images, because takumi has three
 * faults there: it cuts right-to-left lines in visual order, which removes too much; it omits the ellipsis after an
 * image; and it sometimes drops images that had room.
 */
export async function cutTexts(
  renderer: Renderer,
  { node, options }: Pick<Composition, "node" | "options">,
): Promise<void> {
  for (const paragraph of paragraphsIn(node)) {
    const words = paragraphWords(paragraph)
    if (paragraph.dir !== "rtl" && words.figures.length === 0) continue
    const { lineClamp, ...style } = paragraph.style ?? {}
    const measure = async (text: string) => {
      const uncut = toParagraph({ ...words, text }, { ...paragraph, style })
      return lineLengthsOf(uncut, await renderer.measure(uncut, options))
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

/** The last end of a word before `end`, or a few letters earlier inside a long word. */
function lastBreak(text: string, end: number): number {
  const space = text.lastIndexOf(" ", end)
  return space > end - 30 && space > 0 ? space : Math.max(0, end - 3)
}
