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
 * Runs work, one at a time for each of those who bring it, in turns: while there is room, nobody waits for another, and
 * when there is none, each has one run before any has a second.
 *
 * @returns what queues some work for its owner. It rejects with `QueueFull` where too much waits already.
 */
export function openFairQueue({ atOnce, waiting, waitingOfOne }: Lane) {
  const running = new Set<string>()
  const entries: Entry[] = []
  /** Those whose work waits, and who had a run since they began to wait; the last to have one is the last. */
  const served = new Set<string>()

  function next(): void {
    while (running.size < atOnce) {
      const turns = [...served]
      const [entry] = entries
        .filter(({ owner }) => !running.has(owner))
        .sort((one, other) => turns.indexOf(one.owner) - turns.indexOf(other.owner))
      if (!entry) return
      entries.splice(entries.indexOf(entry), 1)
      running.add(entry.owner)
      served.delete(entry.owner)
      void entry.start().finally(() => {
        running.delete(entry.owner)
        if (entries.some(({ owner }) => owner === entry.owner)) served.add(entry.owner)
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
