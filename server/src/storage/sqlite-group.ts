/**
 * Transactions that share one commit, and so one wait for the disk. They run one after the other, each in a savepoint,
 * and resolve when all of them are on disk.
 */
export interface Group extends PromiseWithResolvers<void> {
  size: number
}

/** Makes an empty group. Its promise settles with the commit. */
export function newGroup(): Group {
  const commit = Promise.withResolvers<void>()
  commit.promise.catch(() => {}) // without this, a rejection that no transaction awaits would end the process
  return { size: 0, ...commit }
}
