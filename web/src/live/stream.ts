/** An event: the changes since the previous one, and the sequence number that the reader reaches with it. */
export interface ChangeBatch {
  readonly seq: number
  /** `all` if the changes are unknown or too many. */
  readonly changes: readonly Changed[] | "all"
}

/** A changed kind, with the id of the changed thing if the service sends it. */
export interface Changed {
  readonly kind: string
  readonly ref: string | null
}

/** The part of a MessageEvent that is read. */
interface Said {
  readonly data: string
  readonly lastEventId: string
}

interface Options {
  /** The stream's URL, without `after`. */
  address: string
  /** The current sequence number. */
  known(): number
  onChanges(batch: ChangeBatch): void
  /** Called for every sign of life. */
  onAlive(): void
  /** The stream ended or broke; it reconnects by itself. */
  onLost(): void
  /** The service ended the stream or refused it. */
  onRefused(): void
}

/** More than twice the service's heartbeat interval of 25 seconds. */
const longestSilenceMs = 60_000
const longestPauseMs = 30_000

/**
 * Follows a stream of server-sent events, and reconnects from the last sequence number after any end, failure or
 * silence. An EventSource alone reconnects only after some failures and does not notice silence.
 */
export class EventStream {
  readonly #options: Options
  #source: EventSource | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #aliveAt = 0
  #tries = 0

  constructor(options: Options) {
    this.#options = options
    this.#open()
  }

  /** Reconnects if there was no recent sign of life: a device that slept may have lost the connection silently. */
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

  /** Only an event resets the backoff: a mere response may come from a proxy while the service is down. */
  #hear(): void {
    this.#tries = 0
    this.#beAlive()
    this.#options.onAlive()
  }

  #beAlive(): void {
    this.#aliveAt = Date.now()
    this.#plan(() => this.#again(), longestSilenceMs)
  }

  #tell({ lastEventId }: Said, changes: ChangeBatch["changes"]): void {
    this.#options.onChanges({ seq: Number(lastEventId), changes })
    this.#hear()
  }

  /** Reconnects with backoff and jitter, so that browsers do not all return at once after a restart. */
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
