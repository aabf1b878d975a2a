import { Counter, Histogram, type Registry } from "prom-client"
import { type Figure, figures, type RecordedName } from "#measure/figures.ts"
import type { Labels } from "#measure/measure.ts"

/** Adds a value to the label set of these labels. */
type Taker = (value: number, labels?: Labels) => void

/** Caches the children of a metric by labels: prom-client takes several times longer to find one than to count. */
export function takerOf(registry: Registry, name: RecordedName): Taker {
  const { labels = [], most = 1 }: Figure = figures[name]
  const open = setOpener(registry, name)
  const others = labels.map(() => "other")
  const known = new Map<string, (value: number) => void>()
  return (value, of = "") => {
    const key = typeof of === "string" ? of : `${of[0]}\n${of[1]}`
    let take = known.get(key)
    if (take === undefined) {
      const isRoom = known.size < most
      take = open(isRoom ? [of].flat().slice(0, labels.length) : others)
      if (isRoom) known.set(key, take)
    }
    take(value)
  }
}

function setOpener(registry: Registry, name: RecordedName): (labels: string[]) => (value: number) => void {
  const { type, help, labels: labelNames = [], buckets = [] }: Figure = figures[name]
  const shared = { name, help, labelNames, registers: [registry] }
  if (type === "histogram") {
    const histogram = new Histogram({ ...shared, buckets: [...buckets] })
    return (labels) => {
      const set = histogram.labels(...labels)
      return (value) => set.observe(value)
    }
  }
  const counter = new Counter(shared)
  return (labels) => {
    const set = counter.labels(...labels)
    return (value) => set.inc(value)
  }
}
