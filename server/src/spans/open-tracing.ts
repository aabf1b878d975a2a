import { AsyncLocalStorage } from "node:async_hooks"
import type { Tracing } from "./port.ts"
import { followSpansIn, openSpan } from "./span.ts"
import { newTraceId } from "./span-ids.ts"
import type { SpanQueue } from "./span-queue.ts"

/** Bounds a request that lasts for hours, such as a stream. */
const mostSpans = 1_000

/** Traces a random `share` (0 to 1) of the requests and jobs. `queue` gets each span that ends. */
export function openTracing(share: number, queue: SpanQueue): Tracing {
  followSpansIn(() => new AsyncLocalStorage())
  return {
    begin(parent, describe) {
      if (!(parent?.isSampled ?? Math.random() < share)) return undefined
      const trace = { id: parent?.traceId ?? newTraceId(), isOpen: true, left: mostSpans, sink: queue }
      return openSpan(trace, parent?.spanId, describe())
    },
    close: () => queue.close(),
  }
}
