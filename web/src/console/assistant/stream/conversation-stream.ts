import { EventReader } from "./event-reader.ts"
import { applyEvent, type Known, parseEvent } from "./reducer.ts"

/** The browser's events and frames; tests replace it. */
export interface Around {
  isHidden(): boolean
  /** Calls `hear` when the page is shown, hidden, restored, or online again. Returns the unsubscribe function. */
  watch(hear: () => void): () => void
  /** Calls `draw` in the next frame. */
  atNextFrame(draw: () => void): void
}

interface Options {
  address: string
  around: Around
  /** Called with the first snapshot and after each change, at most once per frame. */
  onKnown(known: Known): void
  /** False from each connection attempt until its snapshot arrives. Not called while the page is hidden. */
  onConnected(isConnected: boolean): void
  /** The service refused the stream; it is closed by then. */
  onRefused(): void
}

/** The service sends a heartbeat every 15 seconds. */
const longestSilenceMs = 40_000
const longestPauseMs = 15_000
const shortestPauseMs = 500

/**
 * Follows a conversation while its page is visible. It reconnects after any failure (a lost connection, silence, a gap,
 * an unreadable event, a sleeping device); the first event is then a snapshot of the whole conversation.
 */
export class ConversationFollower {
  readonly #options: Options
  readonly #unwatch: () => void
  #request: AbortController | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #isDrawing = false
  #isClosed = false
  #known: Known | undefined
  #tries = 0

  constructor(options: Options) {
    this.#options = options
    const { around } = options
    this.#unwatch = around.watch(() => (around.isHidden() ? this.#leave() : this.#open()))
    if (!around.isHidden()) this.#open()
  }

  close(): void {
    this.#isClosed = true
    this.#unwatch()
    this.#leave()
  }

  #leave(): void {
    clearTimeout(this.#timer)
    this.#request?.abort()
    this.#request = undefined
  }

  #open(): void {
    this.#leave()
    this.#options.onConnected(false)
    const request = new AbortController()
    this.#request = request
    this.#awaitMore()
    this.#follow(request.signal).then(
      () => request.signal.aborted || this.#again(),
      () => request.signal.aborted || this.#again(),
    )
  }

  /** Resolves when the stream ends or an event cannot be applied. */
  async #follow(signal: AbortSignal): Promise<void> {
    const headers = { accept: "text/event-stream" }
    const answer = await fetch(this.#options.address, { headers, signal, cache: "no-store" })
    const isRefused = answer.status >= 400 && answer.status < 500 && answer.status !== 429
    if (isRefused) {
      this.close()
      this.#options.onRefused()
    }
    if (!answer.ok || !answer.body) return
    const events = new EventReader()
    for (const reader = answer.body.getReader(); ; ) {
      const { done, value } = await reader.read()
      if (done || signal.aborted) return
      this.#awaitMore()
      if (!events.read(value).every(({ name, data }) => this.#hear(name, data))) return
    }
  }

  /** Returns false if the event could not be applied and a new snapshot is needed. */
  #hear(name: string, data: string): boolean {
    const event = parseEvent(name, data)
    if (event === undefined) return true
    const known = event === null ? undefined : applyEvent(this.#known, event)
    if (!known) return false
    this.#known = known
    if (event?.name === "snapshot") {
      this.#tries = 0
      this.#options.onConnected(true)
    }
    this.#draw()
    return true
  }

  #draw(): void {
    if (this.#isDrawing) return
    this.#isDrawing = true
    this.#options.around.atNextFrame(() => {
      this.#isDrawing = false
      if (this.#known && !this.#isClosed) this.#options.onKnown(this.#known)
    })
  }

  #awaitMore(): void {
    this.#plan(() => this.#open(), longestSilenceMs)
  }

  /** Reconnects with exponential backoff and jitter, so that browsers do not all return at once after a restart. */
  #again(): void {
    this.#leave()
    this.#options.onConnected(false)
    this.#tries += 1
    const pause = Math.min(longestPauseMs, shortestPauseMs * 2 ** (this.#tries - 1))
    this.#plan(() => this.#open(), pause * (0.5 + Math.random() / 2))
  }

  #plan(next: () => void, ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(next, ms)
  }
}
