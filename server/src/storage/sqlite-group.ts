/**
 * Transactions that share one commit, and so one wait for the disk. Each runs in a savepoint of its own, one after the
 * other, and is answered when all of them are on disk.
 */
export interface Group extends PromiseWithResolvers<void> {
  size: number
}

/** Makes a group that nobody has joined yet. Its promise settles with the commit. */
export function newGroup(): Group {
  const commit = Promise.withResolvers<void>()
  commit.promise.catch(() => {}) // a group may have nobody left who waits for it
  return { size: 0, ...commit }
}
