interface Waiting<Item, Result> {
  item: Item
  resolve(result: Result): void
  reject(fault: unknown): void
}

/** Runs one transaction for the items that `take` returns. Resolves to one result for each item, in the same order. */
type Commit<Item, Result> = (take: () => readonly Item[]) => Promise<readonly Result[]>

const largestGroup = 1_000

/**
 * Writes that arrive together share one transaction, since a commit's wait for the disk costs the same for hundreds.
 * `commit` calls `take` once its transaction has begun; a second run gets the same items. An item's promise settles
 * after its group's commit, and rejects if that fails.
 */
export function groupCommit<Item, Result>(commit: Commit<Item, Result>): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = []
  let isRunning = false

  async function run(): Promise<void> {
    while (waiting.length > 0) await commitGroup(waiting, commit)
    isRunning = false
  }

  return (item) =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (isRunning) return
      isRunning = true
      void run()
    })
}

async function commitGroup<Item, Result>(waiting: Waiting<Item, Result>[], commit: Commit<Item, Result>) {
  let group: Waiting<Item, Result>[] | undefined
  const take = () => {
    group ??= waiting.splice(0, largestGroup)
    return group.map(({ item }) => item)
  }
  try {
    const results = await commit(take)
    for (const [at, { resolve }] of (group ?? []).entries()) resolve(results[at] as Result)
  } catch (fault) {
    take() // a transaction that cannot begin fails for every waiting item
    for (const { reject } of group ?? []) reject(fault)
  }
}
