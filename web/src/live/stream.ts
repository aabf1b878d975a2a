/** What a stream tells: the number up to which its reader knows the workspace then, and what changed before it. */
export interface Told {
  readonly seq: number
  /** `all` when it is not known, or too much to tell. */
  readonly changes: readonly Changed[] | "all"
}

/** What changed: the name of a kind, and of which one where that is told. */
export interface Changed {
  readonly kind: string
  readonly ref: string | null
}

/** As much of a browser's event as is read. */
interface Said {
  readonly data: string
  readonly lastEventId: string
}

interface Options {
  /** Of the stream, up to the number. */
  address: string
  /** The number up to which the workspace is known. */
  known(): number
  onTold(told: Told): void
  /** It is there, and says so again and again. */
  onAlive(): void
  /** It ended or broke; it is opened again by itself. */
  onLost(): void
  /** The service ended it, or did not let it begin. */
  onRefused(): void
}

/** The service says every 25 seconds that it is there. */
const longestSilenceMs = 60_000
const longestPauseMs = 30_000

/**
 * Follows a stream of events, and opens it again from the last number whenever it ends, breaks or falls silent. An
 * EventSource would come back by itself only after some faults, and tells nothing of the others.
 */
export class Stream {
  readonly #options: Options
  #source: EventSource | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #aliveAt = 0
  #tries = 0

  constructor(options: Options) {
    this.#options = options
    this.#open()
  }

  /** Looks after it at once: a browser that slept is not told of a connection that was lost meanwhile. */
  wake(): void {
    if (!this.#source || Date.now() - this.#aliveAt > longestPauseMs) this.#open()
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#source?.close()
  }

  #open(): void {
    const { address, known, onRefused } = this.#options
    this.#source?.close()
    const source = new EventSource(`${address}&after=${known()}`)
    this.#source = source
    source.onopen = () => this.#beAlive()
    const on = (name: string, hear: (said: Said) => void) =>
      source.addEventListener(name, (event) => hear(event as unknown as Said))
    on("alive", () => this.#hear())
    on("changes", (said) => this.#tell(said, JSON.parse(said.data)))
    on("reset", (said) => this.#tell(said, "all"))
    on("end", () => {
      this.#again()
      onRefused()
    })
    source.onerror = () => {
      const isRefused = source.readyState === EventSource.CLOSED
      this.#again()
      if (isRefused) onRefused()
    }
    this.#plan(() => this.#again(), longestSilenceMs)
  }

  /** An answer alone may come from a proxy whose service is away; with an event the breaks of before are over. */
  #hear(): void {
    this.#tries = 0
    this.#beAlive()
    this.#options.onAlive()
  }

  #beAlive(): void {
    this.#aliveAt = Date.now()
    this.#plan(() => this.#again(), longestSilenceMs)
  }

  #tell({ lastEventId }: Said, changes: Told["changes"]): void {
    this.#options.onTold({ seq: Number(lastEventId), changes })
    this.#hear()
  }

  /** A second or more later, so that all browsers of a service that begins anew do not come at once. */
  #again(): void {
    this.#source?.close()
    this.#source = undefined
    this.#tries += 1
    this.#options.onLost()
    this.#plan(() => this.#open(), Math.min(longestPauseMs, 500 * 2 ** this.#tries) * (1 + Math.random()))
  }

  #plan(next: () => void, ms: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(next, ms)
  }
}
