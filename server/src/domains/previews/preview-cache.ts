/** A drawn card. `etag` is a strong validator made of the bytes, quotes included. */
export interface Preview {
  /** The PNG. */
  readonly bytes: Uint8Array
  readonly etag: string
}

/** Keeps drawn cards, by what was asked and by what was drawn. */
export interface PreviewCache {
  /** The card that was drawn for exactly this question, or undefined. Costs two look-ups. */
  find(question: string): Preview | undefined
  /** Remembers what `question` comes down to, and answers its card; cards that are drawn already are not drawn again. */
  get(question: string, text: string, draw: () => Promise<Preview>): Promise<Preview>
}

const questionsLimit = 4_000
const questionLengthLimit = 2_000

/** The cards used last, up to `bytesLimit` of PNG. One text is drawn once at a time, however many ask for it. */
export function openPreviewCache(bytesLimit: number): PreviewCache {
  const texts = new Map<string, string>()
  const previews = previewsUsedLast(bytesLimit)
  const drawing = new Map<string, Promise<Preview>>()

  return {
    find(question) {
      const text = texts.get(question)
      return text === undefined ? undefined : previews.touch(text)
    },
    get(question, text, draw) {
      remember(question, text)
      const drawn = previews.touch(text)
      if (drawn) return Promise.resolve(drawn)
      const started = drawing.get(text) ?? start(text, draw)
      drawing.set(text, started)
      return started
    },
  }

  function remember(question: string, text: string): void {
    if (question.length > questionLengthLimit) return
    texts.delete(question)
    texts.set(question, text)
    if (texts.size > questionsLimit) texts.delete(texts.keys().next().value as string)
  }

  async function start(text: string, draw: () => Promise<Preview>): Promise<Preview> {
    try {
      const preview = await draw()
      previews.keep(text, preview)
      return preview
    } finally {
      drawing.delete(text)
    }
  }
}

/** Cards by their text. A map keeps the order in which its keys were added: the first is the one used longest ago. */
function previewsUsedLast(bytesLimit: number) {
  const previews = new Map<string, Preview>()
  let total = 0
  return {
    /** Finds a card and makes it the one used last. */
    touch(text: string): Preview | undefined {
      const preview = previews.get(text)
      if (preview) {
        previews.delete(text)
        previews.set(text, preview)
      }
      return preview
    },
    keep(text: string, preview: Preview): void {
      previews.set(text, preview)
      total += preview.bytes.byteLength
      for (const [oldest, { bytes }] of previews) {
        if (total <= bytesLimit) break
        previews.delete(oldest)
        total -= bytes.byteLength
      }
    },
  }
}
