import type { Span, SpanStart } from "./span.ts"
import type { TracePlace } from "./traceparent.ts"

/** Begins traces. Without `SVC_TRACES_URL` there is none, and no span is made. */
export interface Tracing {
  /**
   * Begins this process's part of a trace with a request or a job. Undefined if it is not sampled: `parent` decides, or
   * without one the share in the settings.
   */
  begin(parent: TracePlace | undefined, describe: () => SpanStart): Span | undefined
  /** Sends the waiting spans, for a second at most. */
  close(): Promise<void>
}
