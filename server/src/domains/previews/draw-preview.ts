import { createHash } from "node:crypto"
import { z } from "zod"
import { publicAction } from "#access/action.ts"
import type { Cards, PreviewCard } from "#adapters/cards/port.ts"
import { cleanText } from "#kernel/clean-text.ts"
import { type DrawnPreview, openPreviewCache, type PreviewCache } from "./preview-cache.ts"

const defaultDescription = "Creator Workspace Platform"
const titleLimit = 200
const descriptionLimit = 400
const cacheBytes = 32_000_000

/** Any text is accepted. If a parameter is sent twice, the first counts. */
const text = z.preprocess((value) => (Array.isArray(value) ? value[0] : value), z.string().optional())

/** A title without drawable characters becomes the service's name. */
export const drawPreview = publicAction({
  input: z.object({
    title: text.describe("The card's title. Default: the service's name.").meta({ examples: ["Hello"] }),
    description: text
      .describe(`The line below the title. Default: \`${defaultDescription}\`.`)
      .meta({ examples: ["From the studio"] }),
  }),
  output: z.object({ bytes: z.custom<Uint8Array>((value) => value instanceof Uint8Array), etag: z.string() }),
  async run(cx, { title, description }) {
    const cache = cacheOf(cx.cards)
    const question = `${title ?? ""}\n${description ?? "\n"}`
    return (
      cache.find(question) ?? drawText(cache, question, { cards: cx.cards, brand: cx.brandName, title, description })
    )
  },
})

/** One cache for each `Cards`, so that both live equally long. */
const caches = new WeakMap<Cards, PreviewCache>()

function cacheOf(cards: Cards): PreviewCache {
  let cache = caches.get(cards)
  if (!cache) {
    cache = openPreviewCache(cacheBytes)
    caches.set(cards, cache)
  }
  return cache
}

interface PreviewText {
  readonly cards: Cards
  readonly brand: string
  readonly title: string | undefined
  readonly description: string | undefined
}

function drawText(cache: PreviewCache, question: string, { cards, ...asked }: PreviewText): Promise<DrawnPreview> {
  const card = toCard(asked)
  return cache.get(question, `${card.title}\n${card.description}`, async () => {
    const bytes = await cards.draw(card)
    return { bytes, etag: `"${createHash("sha256").update(bytes).digest("base64url")}"` }
  })
}

export function toCard({ brand, title, description }: Omit<PreviewText, "cards">): PreviewCard {
  return {
    brand,
    title: cleanText(title ?? "", titleLimit) || brand,
    description: cleanText(description ?? defaultDescription, descriptionLimit),
  }
}
