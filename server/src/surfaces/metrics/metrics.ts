import { collectDefaultMetrics, Registry } from "prom-client"
import { type NameAtScrape, type RecordedName, recorded } from "#measure/figures.ts"
import { measureInto } from "#measure/measure.ts"
import { observeRequest } from "./observe-requests.ts"
import type { OperationsAnswer } from "./operations-port.ts"
import { type ReadFigure, readAtEachScrape } from "./read-figure.ts"
import { takerOf } from "./record-figure.ts"

export interface Metrics {
  observe(endpointId: string, status: number, seconds: number | undefined): void
  /** Reads a figure at each scrape. One that cannot be read is left out, and hides no other. */
  measure(name: NameAtScrape, read: ReadFigure): void
  /** Answers `GET /metrics` in Prometheus' text format. */
  readonly answer: OperationsAnswer
  /** Stops measuring. */
  close(): void
}

/** Measures what the process records, and Node's memory, processor time and event loop lag. */
export function openMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const names = Object.keys(recorded) as RecordedName[]
  const takers = new Map(names.map((name) => [name, takerOf(registry, name)]))
  const close = measureInto((name, value, labels) => takers.get(name)?.(value, labels))
  return {
    observe: observeRequest,
    measure: (name, read) => readAtEachScrape(registry, name, read),
    async answer(_request, response) {
      const text = await registry.metrics()
      response.writeHead(200, { "content-type": registry.contentType }).end(text)
    },
    close,
  }
}
