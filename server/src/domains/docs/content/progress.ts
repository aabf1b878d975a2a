import type { Stored } from "../digest/index.ts"

/** Up to which update a process has a doc, its own updates beyond that, and how many rows a load would read. */
export class Progress {
  #seq: number
  readonly #own = new Set<number>()
  rows: number

  constructor({ seq, rows }: { seq: number; rows: number }) {
    this.#seq = seq
    this.rows = rows
  }

  /** All updates up to this one are known here. */
  get seq(): number {
    return this.#seq
  }

  /** Counts an update of this process. */
  keep(seq: number): void {
    this.rows += 1
    if (seq > this.#seq) this.#own.add(seq)
    this.#advance()
  }

  /** Picks what is new out of what is stored after `seq`. Where rows are missing, the state has become of them. */
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
