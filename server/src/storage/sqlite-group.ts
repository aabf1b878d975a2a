/**
 * Transactions that share one commit, and so one wait for the disk. Each runs in a savepoint of its own, one after the
 * other, and is answered when all of them are on disk.
 */
export interface Group {
  size: number
  committed: Promise<void>
  resolve(): void
  reject(fault: unknown): void
}

export function newGroup(): Group {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  promise.catch(() => {}) // a group may have nobody left who waits for it
  return { size: 0, committed: promise, resolve, reject }
}
