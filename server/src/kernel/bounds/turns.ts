/** A mail may wait for minutes, so after this time its place is free: for this many mails for each place, at most. */
export const slowMail = { afterMs: 10_000, each: 4 }

interface Queue {
  running: number
  readonly waiting: (() => void)[]
}

/** Limits how much work of one key runs at the same time, to `width`. Further work waits: first come, first served. */
export class Turns {
  readonly #queues = new Map<string, Queue>()
  readonly #most: number
  readonly #refusal: () => Error

  /** @param most how much may wait for a key. Beyond it, `refusal` is thrown. */
  constructor(most: number, refusal: () => Error) {
    this.#most = most
    this.#refusal = refusal
  }

  async run<Result>(key: string, width: number, work: () => Promise<Result>): Promise<Result> {
    const queue = this.#queues.get(key) ?? { running: 0, waiting: [] }
    this.#queues.set(key, queue)
    await this.#enter(queue, width)
    try {
      return await work()
    } finally {
      this.#leave(key, queue)
    }
  }

  async #enter(queue: Queue, width: number): Promise<void> {
    if (queue.running < width) {
      queue.running += 1
      return
    }
    if (queue.waiting.length >= this.#most) throw this.#refusal()
    await new Promise<void>((resolve) => queue.waiting.push(resolve))
  }

  #leave(key: string, queue: Queue): void {
    const next = queue.waiting.shift()
    if (next) next()
    else queue.running -= 1
    if (queue.running === 0) this.#queues.delete(key)
  }
}
