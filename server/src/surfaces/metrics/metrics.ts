import { Counter, collectDefaultMetrics, Gauge, Registry } from "prom-client"
import { inTime } from "#kernel/time/in-time.ts"
import { type Figure, figures, type NameAtScrape, type RecordedName, recorded } from "#measure/figures.ts"
import { measureInto, record } from "#measure/measure.ts"
import type { OperationsAnswer } from "./operations-port.ts"
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

interface LabelsOfAnswer {
  readonly request: readonly [endpoint: string, statusClass: string]
  readonly status: string
  readonly time: readonly [area: string, outcome: "good" | "bad"]
}

/**
 * Counts one answer, and its time, unless it was a stream (`undefined`). The endpoint is one of a table's, so the number
 * of pairs is limited. Their labels are made once.
 */
function observeRequest(endpoint: string, status: number, seconds: number | undefined): void {
  const key = `${status} ${endpoint}`
  const labels = known.get(key) ?? labelsOf(endpoint, status)
  if (known.size < mostKnown) known.set(key, labels)
  record("http_requests_total", 1, labels.request)
  record("http_responses_total", 1, labels.status)
  if (seconds !== undefined) record("http_request_duration_seconds", seconds, labels.time)
}

/** The client learns that no storage is left. That is a limit, no failure. */
const storageIsFull = 507
const mostKnown = 5_000
const known = new Map<string, LabelsOfAnswer>()

function labelsOf(endpoint: string, status: number): LabelsOfAnswer {
  return {
    request: [endpoint, `${Math.floor(status / 100)}xx`],
    status: String(status),
    time: [areaOf(endpoint), status < 500 || status === storageIsFull ? "good" : "bad"],
  }
}

/** The parts of the service that have objectives of their own. The rest has none. */
type MeasuredArea = "redirects" | "pay" | "console" | "tools" | "docs" | "pages" | "sign-in" | "files" | "other"

const patterns: readonly (readonly [RegExp, MeasuredArea])[] = [
  [/^followLink$/, "redirects"],
  [/^(getOffer|startCheckout|verifyPayment|redeemGift)$|^\/(pay|delivery|claim)\//, "pay"],
  [/^\/(files|u|uploads|share|console\/uploads)\b/, "files"],
  [/^\/console\/|^\/:workspace/, "console"],
  [/^mcp$/, "tools"],
  [/^docs-update$/, "docs"],
  [/oauth|^\/sign-in|^\/consent\//, "sign-in"],
  [/^\/(account|operator|developers|terms|privacy|report|d|workspaces|invitations|unsubscribe)\b|^\/$/, "pages"],
]

function areaOf(endpoint: string): MeasuredArea {
  return patterns.find(([pattern]) => pattern.test(endpoint))?.[1] ?? "other"
}

/** Values, each with its labels; undefined for a value that is not known. */
type FigureRows = readonly (readonly [value: number | undefined, ...labels: string[]])[]

type ReadFigure = () => number | FigureRows | Promise<FigureRows>

/** A scrape waits this long for a figure of the database. Prometheus itself gives up after ten seconds. */
const patienceMs = 3_000

/** Reads a figure at each scrape. If that fails or takes too long, the figure is left out. */
function readAtEachScrape(registry: Registry, name: NameAtScrape, read: ReadFigure): void {
  const { type, help, labels: labelNames = [] }: Figure = figures[name]
  const Kind = type === "counter" ? Counter : Gauge
  const isAlone = labelNames.length === 0
  new Kind({
    ...{ name, help, labelNames, registers: [registry] },
    async collect() {
      const rows = await inTime(patienceMs, readRows(read), () => []).catch(() => [])
      this.reset() // an old value is not reported as today's
      if (isAlone) this.remove()
      for (const [value, ...labels] of rows) if (value !== undefined) this.labels(...labels).inc(value)
    },
  })
}

async function readRows(read: ReadFigure): Promise<FigureRows> {
  const found = await read()
  return typeof found === "number" ? [[found]] : found
}
