import { hostname } from "node:os"
import type { Log } from "#kernel/log.ts"
import { openTracing } from "./open-tracing.ts"
import type { Tracing } from "./port.ts"
import { otlpSender } from "./send-otlp.ts"
import { SpanQueue } from "./span-queue.ts"

export interface Export {
  readonly url: string
  /** The share of requests and jobs that are traced, from 0 to 1. */
  readonly share: number
  readonly version: string
  readonly log: Log
}

export function exportSpans({ url, share, version, log }: Export): Tracing {
  const resource = {
    "service.name": "atelier",
    "service.version": version,
    "service.instance.id": `${hostname()}:${process.pid}`,
  }
  return openTracing(share, new SpanQueue(otlpSender(url, resource), log))
}
