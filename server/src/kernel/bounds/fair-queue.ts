/** What may run and wait in a queue, of all and of one of those who share it. */
export interface Lane {
  readonly atOnce: number
  readonly waiting: number
  readonly waitingOfOne: number
}

/** More work than may wait. */
export class QueueFull extends Error {
  override readonly name = "QueueFull"
}

interface Entry {
  readonly owner: string
  readonly start: () => Promise<void>
}

/**
 * Runs work, one at a time for each of those who bring it: while there is room, nobody waits for another, and who brings
 * much waits for themselves.
 *
 * @returns what queues some work for its owner. It rejects with `QueueFull` where too much waits already.
 */
export function openFairQueue({ atOnce, waiting, waitingOfOne }: Lane) {
  const running = new Set<string>()
  const entries: Entry[] = []

  function next(): void {
    while (running.size < atOnce) {
      const at = entries.findIndex(({ owner }) => !running.has(owner))
      const [entry] = at < 0 ? [] : entries.splice(at, 1)
      if (!entry) return
      running.add(entry.owner)
      void entry.start().finally(() => {
        running.delete(entry.owner)
        next()
      })
    }
  }

  return function queue<Result>(owner: string, work: () => Promise<Result>): Promise<Result> {
    const own = entries.filter((entry) => entry.owner === owner).length
    if (entries.length >= waiting || own >= waitingOfOne)
      return Promise.reject(new QueueFull("Too much waits already."))
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    entries.push({ owner, start: () => work().then(resolve, reject) })
    next()
    return promise
  }
}
