import { type ImageSource, type Node, Renderer } from "@takumi-rs/core"
import { cardHeight, cardWidth, layOutCard } from "./card-layout.ts"
import { setText, typesettingFor } from "./card-text.ts"
import { cutTexts } from "./cut-text.ts"
import { countFontBytes, type FontFile, forgetFontFiles } from "./fonts.ts"
import type { Card } from "./port.ts"
import { writePng } from "./write-png.ts"

/** When the font files that were read reach this many bytes they are all forgotten, and read again as texts need them. */
const defaults = { fontBytesLimit: 8_000_000 }

/** Draws cards in this process. Call `paint` for one card at a time. */
export function openPainter({ fontBytesLimit } = defaults): { paint(card: Card): Promise<Uint8Array> } {
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

/** Everything that the renderer is given for a card. */
export interface Composition {
  readonly node: Node
  readonly fonts: ReadonlySet<FontFile>
  readonly options: {
    readonly width: number
    readonly height: number
    readonly format: "png"
    readonly lang: string
    readonly fontFamilies: string[]
    /** The figures of emoji. */
    readonly images: ImageSource[]
  }
}

/** Sets the card's texts and lays them out. A title of which nothing can be drawn gives way to the brand's name. */
export function compose(card: Card): Composition {
  const typesetting = typesettingFor(`${card.title} ${card.description} ${card.brand}`)
  const brand = setText(card.brand, 700, typesetting)
  const title = setText(card.title, 700, typesetting)
  const description = setText(card.description, 400, typesetting)
  const ellipses = [setText("…", 400, typesetting), setText("…", 700, typesetting)]
  const emoji = new Map([brand, title, description].flatMap((text) => text.emoji.map(({ name, svg }) => [name, svg])))
  return {
    node: layOutCard({ brand, title: title.text ? title : brand, description }),
    fonts: new Set([brand, title, description, ...ellipses].flatMap((text) => [...text.fonts])),
    options: {
      width: cardWidth,
      height: cardHeight,
      format: "png",
      lang: typesetting.lang,
      fontFamilies: [...typesetting.families],
      images: Array.from(emoji, ([src, data]) => ({ src, data })),
    },
  }
}

/** A font file as takumi takes it: it serves what it has glyphs for, and nothing that it is only said to have. */
export function toTakumiFont({ family, weight, data, coverage }: FontFile) {
  const unicodeRange = coverage.map(([first, last]): [number, number] => [first, last])
  return { name: family, weight, data, unicodeRange }
}
