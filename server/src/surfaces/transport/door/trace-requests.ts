import type { FastifyInstance, FastifyRequest } from "fastify"
import type { Tracing } from "#spans/port.ts"
import { endSpan, moveTrace, runIn, type Span } from "#spans/span.ts"
import { readTraceparent, type TracePlace } from "#spans/traceparent.ts"
import { trustedAddresses } from "../client-network.ts"

const spanOf = new WeakMap<FastifyRequest, Span>()

/** Begins a trace with each sampled request. A trusted proxy's `traceparent` continues its trace, and decides. */
export function traceRequests(server: FastifyInstance, tracing: Tracing, trustedProxies: readonly string[]): void {
  const isTrusted = trustedAddresses(trustedProxies)
  server.addHook("onRequest", (request, _reply, done) => {
    const span = tracing.begin(parentOf(request, isTrusted), () => describe(request))
    if (!span) return done()
    spanOf.set(request, span)
    runIn(span, done)
  })
  // Reading the body leaves the context that `onRequest` entered, since its events are the connection's.
  server.addHook("preHandler", (request, _reply, done) => {
    const span = spanOf.get(request)
    if (span) runIn(span, done)
    else done()
  })
}

/** A visitor's `traceparent` is ignored. It could have each of their requests traced, in traces of others. */
function parentOf({ headers, socket }: FastifyRequest, isTrusted: (address?: string) => boolean) {
  const { traceparent } = headers
  return traceparent !== undefined && isTrusted(socket.remoteAddress) ? readTraceparent(traceparent) : undefined
}

/** Continues the trace that a body names. Whether the request is traced was decided before, so no caller decides it. */
export function continueTrace(request: FastifyRequest, traceparent: unknown): void {
  const span = spanOf.get(request)
  const place = span && readTraceparent(traceparent)
  if (place) moveTrace(span, place)
}

function describe(request: FastifyRequest) {
  return { name: "request", kind: "server", fields: { requestId: request.id, method: request.method } } as const
}

/** Ends a request's span, if it has one. Returns the id of its trace. */
export function endRequestSpan(
  request: FastifyRequest,
  { endpoint, status }: { endpoint: string; status: number },
): TracePlace["traceId"] | undefined {
  const span = spanOf.get(request)
  if (!span) return undefined
  span.hasFailed = status >= 500
  endSpan(span, { endpoint, status })
  return span.trace.id
}
