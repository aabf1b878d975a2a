/** Transactions that share a commit, and so a wait for the disk. They run one after the other, each in a savepoint. */
export interface CommitGroup extends PromiseWithResolvers<void> {
  size: number
}

export function newGroup(): CommitGroup {
  const commit = Promise.withResolvers<void>()
  commit.promise.catch(() => {}) // without this, a rejection that no transaction awaits would end the process
  return { size: 0, ...commit }
}
