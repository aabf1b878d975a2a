import { Counter, Gauge, type Registry } from "prom-client"
import { type Figure, figures, type NameAtScrape } from "#measure/figures.ts"

/** Values, each with its labels; undefined for a value that is not known. */
export type FigureRows = readonly (readonly [value: number | undefined, ...labels: string[]])[]

export type ReadFigure = () => number | FigureRows | Promise<FigureRows>

/** A scrape waits this long for a figure of the database. Prometheus itself gives up after ten seconds. */
const patienceMs = 3_000

/** Reads a figure at each scrape. If that fails or takes too long, the figure is left out. */
export function readAtEachScrape(registry: Registry, name: NameAtScrape, read: ReadFigure): void {
  const { type, help, labels: labelNames = [] }: Figure = figures[name]
  const Kind = type === "counter" ? Counter : Gauge
  const isAlone = labelNames.length === 0
  new Kind({
    ...{ name, help, labelNames, registers: [registry] },
    async collect() {
      const rows = await inTime(read)
      this.reset() // an old value is not reported as today's
      if (isAlone) this.remove()
      for (const [value, ...labels] of rows) if (value !== undefined) this.labels(...labels).inc(value)
    },
  })
}

async function inTime(read: ReadFigure): Promise<FigureRows> {
  const late = Promise.withResolvers<FigureRows>()
  const timer = setTimeout(() => late.resolve([]), patienceMs)
  try {
    const found = await Promise.race([read(), late.promise])
    return typeof found === "number" ? [[found]] : found
  } catch {
    return []
  } finally {
    clearTimeout(timer)
  }
}
