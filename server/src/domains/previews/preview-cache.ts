/** A drawn card. `etag` is a strong validator made from the bytes, with quotes. */
export interface DrawnPreview {
  readonly bytes: Uint8Array
  readonly etag: string
}

export interface PreviewCache {
  find(question: string): DrawnPreview | undefined
  /** Returns the card for `question`, whose drawn text is `text`. Calls `draw` only if no such card is cached. */
  get(question: string, text: string, draw: () => Promise<DrawnPreview>): Promise<DrawnPreview>
}

const questionsLimit = 4_000
const questionLengthLimit = 2_000

/** Caches the cards used last, up to `bytesLimit` bytes of PNG. Parallel requests for a text share one drawing. */
export function openPreviewCache(bytesLimit: number): PreviewCache {
  const texts = new Map<string, string>()
  const previews = previewsUsedLast(bytesLimit)
  const drawing = new Map<string, Promise<DrawnPreview>>()

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

  async function start(text: string, draw: () => Promise<DrawnPreview>): Promise<DrawnPreview> {
    try {
      const preview = await draw()
      previews.keep(text, preview)
      return preview
    } finally {
      drawing.delete(text)
    }
  }
}

/** An LRU cache of cards by text. A map keeps the order of insertion, so its first entry is the least recently used. */
function previewsUsedLast(bytesLimit: number) {
  const previews = new Map<string, DrawnPreview>()
  let total = 0
  return {
    /** Finds a card and marks it as used last. */
    touch(text: string): DrawnPreview | undefined {
      const preview = previews.get(text)
      if (preview) {
        previews.delete(text)
        previews.set(text, preview)
      }
      return preview
    },
    keep(text: string, preview: DrawnPreview): void {
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
