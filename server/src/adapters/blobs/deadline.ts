import { upstreamError } from "#kernel/error.ts"
import type { Watch } from "./port.ts"

/** Expires when a call makes no progress for `limitMs` milliseconds while running. It holds a timer, so call `end`. */
export class Deadline {
  readonly #timer: NodeJS.Timeout
  readonly #abort = new AbortController()
  readonly #ranOut: Promise<never>
  #isWaiting = true
  #steps = 0

  constructor(limitMs: number) {
    const { promise, reject } = Promise.withResolvers<never>()
    this.#ranOut = promise
    promise.catch(() => {}) // it may run out while no code awaits it; the signal reports it too
    const runOut = () => {
      const error = upstreamError("The file store", new Error(`No progress for ${limitMs} ms.`))
      this.#abort.abort(error)
      reject(error)
    }
    this.#timer = setTimeout(() => {
      const steps = this.#steps
      // This process itself may have been blocked, so data that has arrived is handled first.
      setImmediate(() => {
        if (this.#isWaiting && steps === this.#steps) runOut()
      })
    }, limitMs).unref()
  }

  /** The store reports its progress here. Progress counts only while the caller waits for the store. */
  readonly watch: Watch = {
    signal: this.#abort.signal,
    progress: () => {
      if (this.#isWaiting) this.start()
    },
  }

  /** Starts the clock: from now on this process waits for the store. */
  start(): void {
    this.#isWaiting = true
    this.#steps += 1
    this.#timer.refresh()
  }

  /** Stops the clock: from now on this process waits for the source or the reader. */
  pause(): void {
    this.#isWaiting = false
  }

  end(): void {
    this.#isWaiting = false
    clearTimeout(this.#timer)
  }

  /** Returns a call's result, or rejects when time runs out first, even if the call ignores the signal. */
  over<Result>(call: Promise<Result>): Promise<Result> {
    return Promise.race([call, this.#ranOut])
  }
}
