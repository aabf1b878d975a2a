import type { Stored } from "../digest/index.ts"

/** Tracks which updates of a doc this process has, and how many rows a load would read. */
export class ReadProgress {
  #seq: number
  #lastOwn: number
  readonly #own = new Set<number>()
  rows: number

  constructor({ seq, rows }: { seq: number; rows: number }) {
    this.#seq = seq
    this.#lastOwn = seq
    this.rows = rows
  }

  get seq(): number {
    return this.#seq
  }

  /** Whether no other process has stored an update after the newest of this one. */
  get endsWithOwn(): boolean {
    return this.#lastOwn === this.#seq
  }

  keep(seq: number): void {
    this.rows += 1
    this.#lastOwn = Math.max(this.#lastOwn, seq)
    if (seq > this.#seq) this.#own.add(seq)
    this.#advance()
  }

  /** Returns the new updates among the rows stored after `seq`. Missing rows were compacted into the state. */
  take({ state, updates }: Stored): Uint8Array[] {
    const fresh = updates.filter(({ seq }) => seq > this.#seq)
    const hasGap = state !== undefined && state.seq > this.#seq && !isWithoutGap(fresh, this.#seq)
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

/** Whether the rows begin right after `after` and none of them is missing. */
export function isWithoutGap(rows: readonly { readonly seq: number }[], after: number): boolean {
  return rows.length > 0 && rows.every(({ seq }, at) => seq === after + 1 + at)
}
