import type { RecordedName } from "./figures.ts"

/** The label of a figure, or its two labels in the order of its row. A text needs no array on the paths that run often. */
export type Labels = string | readonly [string, string]

/** Takes each value that `record` gets. */
export type Sink = (name: RecordedName, value: number, labels?: Labels) => void

let sink: Sink | undefined

/** Passes all values to `to`, until the returned function is called. Without a sink, nothing is measured. */
export function measureInto(to: Sink): () => void {
  sink = to
  return () => {
    if (sink === to) sink = undefined
  }
}

/** Adds to a counter, or one observation to a histogram. Where metrics are off, this is one comparison. */
export function record(name: RecordedName, value: number, labels?: Labels): void {
  if (sink !== undefined) sink(name, value, labels)
}

/** The time for `recordSince`. It is 0 where metrics are off, since reading the clock costs more than a comparison. */
export function startTiming(): number {
  return sink === undefined ? 0 : performance.now()
}

/** Records the seconds since `startTiming`, unless metrics were off then. */
export function recordSince(name: RecordedName, startedAt: number, labels?: Labels): void {
  if (sink !== undefined && startedAt !== 0) sink(name, (performance.now() - startedAt) / 1_000, labels)
}
