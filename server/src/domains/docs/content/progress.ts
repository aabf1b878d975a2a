import type { Stored } from "../digest/index.ts"

/** Tracks which updates of a doc this process has, and how many rows a load would read. */
export class ReadProgress {
  #seq: number
  readonly #own = new Set<number>()
  rows: number

  constructor({ seq, rows }: { seq: number; rows: number }) {
    this.#seq = seq
    this.rows = rows
  }

  get seq(): number {
    return this.#seq
  }

  keep(seq: number): void {
    this.rows += 1
    if (seq > this.#seq) this.#own.add(seq)
    this.#advance()
  }

  /** Returns the new updates among the rows stored after `seq`. Missing rows were compacted into the state. */
  take({ state, updates }: Stored): Uint8Array[] {
    const fresh = updates.filter(({ seq }) => seq > this.#seq)
    const hasGap = state !== undefined && state.seq > this.#seq && fresh[0]?.seq !== this.#seq + 1
    const news = fresh.filter(({ seq, broken_at }) => broken_at === null && !this.#own.has(seq))
    this.rows += news.length
    for (const seq of [...this.#own]) if (seq <= (fresh.at(-1)?.seq ?? 0)) this.#own.delete(seq)
    this.#seq = Math.max(this.#seq, fresh.at(-1)?.seq ?? 0, hasGap ? state.seq : 0)
    this.#advance()
    return [...(hasGap ? [state.bytes] : []), ...news.map(({ bytes }) => bytes)]
  }

  #advance(): void {
    while (this.#own.delete(this.#seq + 1)) this.#seq += 1
  }
}
