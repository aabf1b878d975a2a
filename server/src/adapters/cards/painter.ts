import { Renderer } from "@takumi-rs/core"
import { writePng } from "#kernel/pictures/write-png.ts"
import { compose } from "./composition.ts"
import { cutTexts } from "./cut-text.ts"
import { countFontBytes, type FontFile, forgetFontFiles } from "./fonts.ts"
import type { PreviewCard } from "./port.ts"

/** All loaded font files are dropped when they reach this many bytes, and loaded again when needed. */
const defaults = { fontBytesLimit: 8_000_000 }

/** Draws cards in this process. Call `paint` for one card at a time. */
export function openPainter({ fontBytesLimit } = defaults): { paint(card: PreviewCard): Promise<Uint8Array> } {
  let renderer = new Renderer()
  let registered = new Set<FontFile>()

  return {
    async paint(card) {
      if (countFontBytes() > fontBytesLimit) startAgain()
      const composition = compose(card)
      for (const font of composition.fonts) if (!registered.has(font)) await register(font)
      await cutTexts(renderer, composition)
      // Takumi's own PNG encoder takes longer than everything else.
      const pixels = await renderer.render(composition.node, { ...composition.options, format: "raw" })
      return writePng(pixels, composition.options)
    },
  }

  async function register(font: FontFile): Promise<void> {
    await renderer.registerFont(toTakumiFont(font))
    registered.add(font)
  }

  function startAgain(): void {
    renderer = new Renderer()
    registered = new Set()
    forgetFontFiles()
  }
}

/** Converts a font file for takumi. It is used only for code points with glyphs. */
export function toTakumiFont({ family, weight, data, coverage }: FontFile) {
  const unicodeRange = coverage.map(([first, last]): [number, number] => [first, last])
  return { name: family, weight, data, unicodeRange }
}
