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
