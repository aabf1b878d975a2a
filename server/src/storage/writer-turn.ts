const maxWaitMs = 10_000

/** A queue for the right to write: first come, first served. Waiting too long is an error. */
export class WriterTurn {
  readonly #waiting: (() => void)[] = []
  #taken = false

  async take(): Promise<void> {
    if (!this.#taken) {
      this.#taken = true
      return
    }
    await new Promise<void>((resolve, reject) => {
      const mine = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(mine), 1)
        reject(new Error("Waited too long for the database's writer: is a transaction nested in another one?"))
      }, maxWaitMs)
      this.#waiting.push(mine)
    })
  }

  get isWanted(): boolean {
    return this.#waiting.length > 0
  }

  pass(): void {
    const next = this.#waiting.shift()
    if (next) next()
    else this.#taken = false
  }
}

/** Transactions that share a commit, and so a wait for the disk. They run one after the other, each in a savepoint. */
export interface CommitGroup extends PromiseWithResolvers<void> {
  size: number
}

export function newGroup(): CommitGroup {
  const commit = Promise.withResolvers<void>()
  commit.promise.catch(() => {}) // without this, a rejection that no transaction awaits would end the process
  return { size: 0, ...commit }
}
