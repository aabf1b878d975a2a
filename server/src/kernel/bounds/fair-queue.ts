/** The limits of running and waiting work in a queue: of all owners, and of one owner. */
interface Lane {
  readonly atOnce: number
  readonly waiting: number
  readonly waitingOfOne: number
}

export class QueueFull extends Error {
  override readonly name = "QueueFull"
}

interface Entry {
  readonly owner: string
  readonly start: () => Promise<void>
}

/**
 * One at a time for each owner. Without room, each owner gets one run before any gets a second. The returned function
 * rejects with `QueueFull` where too much waits.
 */
export function openFairQueue({ atOnce, waiting, waitingOfOne }: Lane) {
  const running = new Set<string>()
  const entries: Entry[] = []
  /** Owners whose work waits and who had a run since it began to wait. The latest one is last. */
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
