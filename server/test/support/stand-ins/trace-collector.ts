import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import { json } from "node:stream/consumers"
import type { TestContext } from "node:test"
import { z } from "zod"
import { listen } from "../http/listen.ts"

const hex = (digits: number) => z.string().regex(new RegExp(`^(?!0+$)[0-9a-f]{${digits}}$`))
const nanoseconds = z.string().regex(/^\d{19}$/)
const attributes = z.array(
  z.strictObject({
    key: z.string(),
    value: z.union([
      z.strictObject({ stringValue: z.string() }),
      z.strictObject({ intValue: z.string().regex(/^-?\d+$/) }),
      z.strictObject({ doubleValue: z.number() }),
    ]),
  }),
)

/** A span in OTLP's JSON (opentelemetry.proto.trace.v1), strictly the part that the service uses. */
const span = z.strictObject({
  traceId: hex(32),
  spanId: hex(16),
  parentSpanId: hex(16).optional(),
  flags: z.literal(1),
  name: z.string().min(1),
  kind: z.int().min(1).max(5),
  startTimeUnixNano: nanoseconds,
  endTimeUnixNano: nanoseconds,
  attributes,
  status: z.strictObject({ code: z.literal(2) }).optional(),
})

const exported = z.strictObject({
  resourceSpans: z.array(
    z.strictObject({
      resource: z.strictObject({ attributes }),
      scopeSpans: z.array(
        z.strictObject({ scope: z.strictObject({ name: z.literal("atelier") }), spans: z.array(span) }),
      ),
    }),
  ),
})

export type ReceivedSpan = z.output<typeof span>

type Answer = (request: IncomingMessage, response: ServerResponse) => unknown

export interface TraceCollector {
  /** In the form of `SVC_TRACES_URL`. */
  url: string
  spans: ReceivedSpan[]
  /** The bodies that are not OTLP. */
  faults: string[]
}

const accept: Answer = (_request, response) => response.setHeader("content-type", "application/json").end("{}")

/** A collector that reads OTLP over HTTP in JSON, and answers with `answer`. Removed after the test. */
export async function traceCollector(t: TestContext, answer = accept): Promise<TraceCollector> {
  const spans: ReceivedSpan[] = []
  const faults: string[] = []
  const server = createServer(async (request, response) => {
    const read = exported.safeParse(await json(request).catch(() => undefined))
    if (read.success) spans.push(...read.data.resourceSpans.flatMap((r) => r.scopeSpans.flatMap((s) => s.spans)))
    else faults.push(read.error.message)
    answer(request, response)
  })
  const port = await listen(t, server)
  return { url: `http://127.0.0.1:${port}/v1/traces`, spans, faults }
}
