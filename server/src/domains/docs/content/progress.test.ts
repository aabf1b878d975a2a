import assert from "node:assert/strict"
import { test } from "node:test"
import { isWithoutGap, ReadProgress } from "./progress.ts"

const row = (seq: number, broken_at: number | null = null) => ({ seq, bytes: Uint8Array.of(seq), broken_at })
const state = { seq: 3, bytes: Uint8Array.of(30) }

test("rows without a gap need no state; compacted rows come from it, also behind a row that was set aside", () => {
  const take = (...updates: ReturnType<typeof row>[]) => {
    const progress = new ReadProgress({ seq: 1, rows: 0 })
    return { news: progress.take({ state, updates }).map(([byte]) => byte), seq: progress.seq }
  }
  assert.deepEqual(take(row(2), row(3)), { news: [2, 3], seq: 3 })
  assert.deepEqual(take(row(4)), { news: [30, 4], seq: 4 })
  assert.deepEqual(take(row(2, 7), row(4)), { news: [30, 4], seq: 4 })
  assert.deepEqual(take(), { news: [30], seq: 3 })
  assert.deepEqual([isWithoutGap([], 1), isWithoutGap([row(3)], 1), isWithoutGap([row(2), row(3)], 1)], [false, false, true]) // biome-ignore format: a row
})

test("only the process that stored the newest update ends with its own", () => {
  const progress = new ReadProgress({ seq: 1, rows: 0 })
  assert.equal(progress.endsWithOwn, true, "nothing is newer than what was loaded")
  progress.keep(2)
  assert.equal(progress.endsWithOwn, true)
  progress.take({ state: undefined, updates: [row(2), row(3)] })
  assert.equal(progress.endsWithOwn, false)
  progress.keep(4)
  assert.equal(progress.endsWithOwn, true)
})
