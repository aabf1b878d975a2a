import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client"
import type { DocsCount } from "./sockets/docs-sockets.ts"

export interface Metrics {
  /** Counts one response by its endpoint and status. An unknown offer key and a failed gift code count as a 404. */
  observe(endpointId: string, status: number, seconds: number): void
  /** Reports how many sockets and docs are open, and how many sockets were ended. */
  measureDocs(count: () => DocsCount): void
  measure(figure: { name: string; help: string; read(): number }): void
  /** Serves `GET /metrics` in Prometheus' text format; returns its address. */
  listen(port: number, host: string): Promise<string>
  close(): Promise<void>
}

interface Measured {
  readonly countJobs: () => Promise<{ waiting: number; running: number; dead: number }>
  /** How many log lines were dropped since the start. */
  readonly countDroppedLines: () => number
}

/** Requests by endpoint and status, jobs, dropped log lines, and Node's memory, processor time and event loop lag. */
export function openMetrics({ countJobs, countDroppedLines }: Measured): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  measureJobs(registry, countJobs)
  measureLog(registry, countDroppedLines)
  const observe = measureRequests(registry)
  const server = createServer(async (request, response) => {
    if (request.url !== "/metrics") return response.writeHead(404).end()
    try {
      const text = await registry.metrics()
      response.writeHead(200, { "content-type": registry.contentType }).end(text)
    } catch {
      response.writeHead(503).end()
    }
  })
  return {
    observe,
    measureDocs: (count) => measureDocs(registry, count),
    measure({ name, help, read }) {
      new Gauge({
        ...{ name, help, registers: [registry] },
        collect() {
          this.set(read())
        },
      })
    },
    async listen(port, host) {
      await new Promise<void>((resolve, reject) => {
        server.once("error", reject).listen(port, host, resolve)
      })
      const at = server.address() as AddressInfo
      return `http://${at.family === "IPv6" ? `[${at.address}]` : at.address}:${at.port}/metrics`
    },
    async close() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Looking up a pair of labels in prom-client costs several times as much as counting, so this caches each pair. */
function measureRequests(registry: Registry): Metrics["observe"] {
  const histogram = new Histogram({
    name: "http_request_duration_seconds",
    help: "How long responses took, by endpoint and status.",
    labelNames: ["endpoint", "status"],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  })
  const known = new Map<string, ReturnType<typeof histogram.labels>>()
  return (endpoint, status, seconds) => {
    const key = `${endpoint} ${status}`
    const child = known.get(key) ?? histogram.labels(endpoint, String(status))
    known.set(key, child)
    child.observe(seconds)
  }
}

function measureLog(registry: Registry, countDroppedLines: Measured["countDroppedLines"]): void {
  new Counter({
    name: "log_lines_dropped_total",
    help: "Log lines that were dropped because the output did not take them.",
    registers: [registry],
    collect() {
      this.reset()
      this.inc(countDroppedLines())
    },
  })
}

function measureDocs(registry: Registry, count: () => DocsCount): void {
  const registers = [registry]
  new Gauge({
    ...{ name: "docs_sockets", help: "Sockets on which docs are read and written.", registers },
    collect() {
      this.set(count().sockets)
    },
  })
  new Gauge({
    ...{ name: "docs_open", help: "Docs that are in memory, because a page has them open.", registers },
    collect() {
      this.set(count().docs)
    },
  })
  new Counter({
    ...{ name: "docs_sockets_ended_total", help: "Sockets that the service ended, by the code of the close." },
    ...{ labelNames: ["code"], registers },
    collect() {
      this.reset()
      for (const [code, times] of count().ended) this.inc({ code }, times)
    },
  })
}

function measureJobs(registry: Registry, countJobs: Measured["countJobs"]): void {
  new Gauge({
    name: "jobs",
    help: "Jobs in the outbox; dead ones wait for an operator.",
    labelNames: ["state"],
    registers: [registry],
    async collect() {
      this.reset() // unknown figures are left out: an outage of the database must not hide all others
      const counts = await countJobs().catch(() => ({}))
      for (const [state, count] of Object.entries(counts)) this.set({ state }, count)
    },
  })
}
