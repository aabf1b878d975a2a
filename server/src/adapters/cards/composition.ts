import { cardHeight, cardWidth, layOutCard } from "./card-layout.ts"
import { setText, typesettingFor } from "./card-text.ts"
import type { PreviewCard } from "./port.ts"

export type Composition = ReturnType<typeof compose>

/** Prepares the card's texts and lays them out. A title without drawable characters becomes the brand's name. */
export function compose(card: PreviewCard) {
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
      format: "png" as const,
      lang: typesetting.lang,
      fontFamilies: [...typesetting.families],
      images: Array.from(emoji, ([src, data]) => ({ src, data })),
    },
  }
}
