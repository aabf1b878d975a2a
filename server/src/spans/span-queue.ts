import type { Log } from "#kernel/log.ts"
import type { Span, SpanSink } from "./span.ts"

/** Sends spans to the collector. Returns how many it refused. Throws if they should be sent again. */
export type SendSpans = (spans: readonly Span[], signal: AbortSignal) => Promise<number>

/** They take about 4 MB. */
export const mostWaiting = 4_096
export const batchSize = 512
export const everyMs = 5_000
const answerMs = 10_000
const closeMs = 1_000
const ticksOfReport = 12

/** Holds spans until the collector takes them. While it takes none, new spans are dropped once the queue is full. */
export class SpanQueue implements SpanSink {
  readonly #send: SendSpans
  readonly #log: Log
  readonly #waiting: Span[] = []
  readonly #ending = new AbortController()
  readonly #timer = setInterval(() => this.#tick(), everyMs).unref()
  #running: Promise<void> | undefined
  /** After a failure, the next attempt is the timer's. */
  #isResting = false
  #dropped = 0
  #ticks = 0

  constructor(send: SendSpans, log: Log) {
    this.#send = send
    this.#log = log
  }

  add(span: Span): void {
    if (this.#waiting.length < mostWaiting) this.#waiting.push(span)
    else this.drop()
    if (this.#waiting.length >= batchSize && !this.#isResting) this.#start()
  }

  drop(spans = 1): void {
    this.#dropped += spans
  }

  /** Sends the waiting spans, for a second at most. */
  async close(): Promise<void> {
    clearInterval(this.#timer)
    const late = setTimeout(() => this.#ending.abort(), closeMs)
    await this.#running
    await this.#sendAll()
    clearTimeout(late)
    this.drop(this.#waiting.splice(0).length)
    this.#reportDropped()
  }

  #tick(): void {
    this.#isResting = false
    this.#start()
    this.#ticks += 1
    if (this.#ticks % ticksOfReport === 0) this.#reportDropped()
  }

  #start(): void {
    this.#running ??= this.#sendAll().finally(() => {
      this.#running = undefined
    })
  }

  /** Never rejects. */
  async #sendAll(): Promise<void> {
    try {
      while (this.#waiting.length > 0) await this.#sendBatch()
    } catch (fault) {
      this.#isResting = true
      const { code, name } = fault as { code?: string; name?: string }
      this.#log.warn({ error: code ?? name }, "The trace collector takes no spans now.")
    }
  }

  async #sendBatch(): Promise<void> {
    this.#ending.signal.throwIfAborted()
    const batch = this.#waiting.slice(0, batchSize)
    const refused = await this.#send(batch, AbortSignal.any([this.#ending.signal, AbortSignal.timeout(answerMs)]))
    this.#waiting.splice(0, batch.length)
    this.drop(refused)
  }

  #reportDropped(): void {
    if (this.#dropped > 0) this.#log.warn({ times: this.#dropped }, "Spans were dropped.")
    this.#dropped = 0
  }
}
