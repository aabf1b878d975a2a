import type { Span, SpanFields, SpanKind } from "./span.ts"

/** The numbers of OTLP's `SpanKind`. */
const kinds: Record<SpanKind, number> = { internal: 1, server: 2, client: 3, consumer: 5 }
const failed = 2

/** OTLP's `ExportTraceServiceRequest` in JSON: ids in hexadecimal, 64-bit numbers as strings. */
export function toOtlp(spans: readonly Span[], resource: Readonly<Record<string, string>>): string {
  const scopeSpans = [{ scope: { name: "atelier" }, spans: spans.map(toOtlpSpan) }]
  return JSON.stringify({ resourceSpans: [{ resource: { attributes: toAttributes(resource) }, scopeSpans }] })
}

function toOtlpSpan({ trace, id, parentId, start, ...span }: Span) {
  return {
    traceId: trace.id,
    spanId: id,
    ...(parentId !== undefined && { parentSpanId: parentId }),
    flags: 1,
    name: start.name,
    kind: kinds[start.kind ?? "internal"],
    startTimeUnixNano: toNanoseconds(span.startedAt),
    endTimeUnixNano: toNanoseconds(Math.max(span.startedAt, span.endedAt)),
    attributes: toAttributes({ ...start.fields, ...span.outcome }),
    ...(span.hasFailed && { status: { code: failed } }),
  }
}

function toAttributes(fields: SpanFields | Readonly<Record<string, string>>) {
  return Object.entries(fields).map(([key, value]) => ({ key, value: toValue(value) }))
}

function toValue(value: string | number) {
  if (typeof value === "string") return { stringValue: value }
  return Number.isInteger(value) ? { intValue: String(value) } : { doubleValue: value }
}

const toNanoseconds = (ms: number) => `${Math.round(ms * 1_000)}000`
