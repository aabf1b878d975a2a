import { upstreamError } from "#kernel/error.ts"
import type { Watch } from "./port.ts"

/** Runs out when a call makes no progress for `limitMs` while it is waited for. Holds a timer: `end` it. */
export class Deadline {
  readonly #timer: NodeJS.Timeout
  readonly #abort = new AbortController()
  readonly #ranOut: Promise<never>
  #isWaiting = true
  #steps = 0

  constructor(limitMs: number) {
    const { promise, reject } = Promise.withResolvers<never>()
    this.#ranOut = promise
    promise.catch(() => {}) // it may run out while nothing awaits it; the signal tells too
    const runOut = () => {
      const error = upstreamError("The file store", new Error(`No progress for ${limitMs} ms.`))
      this.#abort.abort(error)
      reject(error)
    }
    this.#timer = setTimeout(() => {
      const steps = this.#steps
      // When it was this process that stood still, what has arrived meanwhile is looked at first.
      setImmediate(() => {
        if (this.#isWaiting && steps === this.#steps) runOut()
      })
    }, limitMs).unref()
  }

  /** What the store is handed. Progress counts only while it is the store that is waited for. */
  readonly watch: Watch = {
    signal: this.#abort.signal,
    progress: () => {
      if (this.#isWaiting) this.start()
    },
  }

  /** From now on the store is waited for, for as long as the limit is. */
  start(): void {
    this.#isWaiting = true
    this.#steps += 1
    this.#timer.refresh()
  }

  /** From now on it is somebody else who is waited for. */
  pause(): void {
    this.#isWaiting = false
  }

  end(): void {
    this.#isWaiting = false
    clearTimeout(this.#timer)
  }

  /** What a call answers, unless time runs out before; also when the call does not heed the signal. */
  over<Result>(call: Promise<Result>): Promise<Result> {
    return Promise.race([call, this.#ranOut])
  }
}
