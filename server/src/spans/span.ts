import type { AsyncLocalStorage } from "node:async_hooks"
import type { FieldName } from "#kernel/log.ts"
import { newSpanId } from "./span-ids.ts"
import { type TracePlace, writeTraceparent } from "./traceparent.ts"

export type SpanKind = "internal" | "server" | "client" | "consumer"

export type SpanFields = { readonly [Name in FieldName]?: string | number }

export interface SpanStart {
  /** Contains no value that a person or a peer chose. */
  readonly name: string
  readonly kind?: SpanKind
  readonly fields?: SpanFields
}

/** The part of a trace that this process makes: a request or a job, and all that it causes before its end. */
export interface Trace {
  id: string
  /** False once its first span has ended. Later work, such as a timer's, is not part of it. */
  isOpen: boolean
  left: number
  first?: Span
  readonly sink: SpanSink
}

/** Takes spans that have ended. */
export interface SpanSink {
  add(span: Span): void
  /** Counts a span that the trace has no room for. */
  drop(): void
}

export interface Span {
  readonly trace: Trace
  readonly id: string
  parentId: string | undefined
  readonly start: SpanStart
  /** Epoch milliseconds with a fraction. */
  readonly startedAt: number
  endedAt: number
  outcome: SpanFields
  hasFailed: boolean
}

let context: AsyncLocalStorage<Span> | undefined

/** Called when traces are switched on. Until then no span is looked for. */
export function followSpansIn(storage: () => AsyncLocalStorage<Span>): void {
  context ??= storage()
}

/** Runs `work` as a span of the current trace. Without a current trace it only calls `work`. */
export function inSpan<Result>(describe: () => SpanStart, work: () => Result): Result {
  const parent = currentSpan()
  return parent ? inChild(parent, describe, work) : work()
}

/** Traces a call of another server. The name says the effect: `mail`, `stripe refund`. */
export function inClientSpan<Result>(name: string, work: () => Result): Result {
  return inSpan(() => ({ name, kind: "client" }), work)
}

function inChild<Result>(parent: Span, describe: () => SpanStart, work: () => Result): Result {
  const { trace } = parent
  if (trace.left > 0) return inOpenSpan(openSpan(trace, parent.id, describe()), work)
  trace.sink.drop()
  return work()
}

export function inOpenSpan<Result>(span: Span, work: () => Result): Result {
  try {
    const result = runIn(span, work)
    if (!(result instanceof Promise)) {
      endSpan(span)
      return result
    }
    return result.then(
      (value) => {
        endSpan(span)
        return value
      },
      (fault) => {
        failSpan(span, fault)
        throw fault
      },
    ) as Result
  } catch (fault) {
    failSpan(span, fault)
    throw fault
  }
}

export function runIn<Result>(span: Span, work: () => Result): Result {
  return context ? context.run(span, work) : work()
}

export function openSpan(trace: Trace, parentId: string | undefined, start: SpanStart): Span {
  trace.left -= 1
  const unfinished = { endedAt: 0, outcome: {}, hasFailed: false }
  const span = { trace, id: newSpanId(), parentId, start, startedAt: exactNow(), ...unfinished }
  trace.first ??= span
  return span
}

/** Moves the trace of its `first` span to a place that was read after the span began. */
export function moveTrace(first: Span, { traceId, spanId }: TracePlace): void {
  first.trace.id = traceId
  first.parentId = spanId
}

/** Ends a span. The first span of a trace ends the trace, too. */
export function endSpan(span: Span, outcome: SpanFields = {}): void {
  if (span.endedAt !== 0) return
  span.outcome = outcome
  span.endedAt = exactNow()
  const { trace } = span
  if (trace.first === span) trace.isOpen = false
  trace.sink.add(span)
}

function failSpan(span: Span, fault: unknown): void {
  const { status = 500 } = Object(fault) as { status?: unknown }
  span.hasFailed = typeof status !== "number" || status >= 500 // a refusal is an answer
  endSpan(span, { code: codeOf(fault) })
}

const safeCode = /^[\w.-]{1,40}$/

/** The code or the name of an error. Its message may quote a secret. */
function codeOf(fault: unknown): string {
  const { code, name } = Object(fault) as { code?: unknown; name?: unknown }
  const known = [code, name].find((text) => typeof text === "string" && safeCode.test(text))
  return (known as string | undefined) ?? typeof fault
}

/** The header that makes another process's work a part of the current trace. Undefined outside a trace. */
export function currentTraceparent(): string | undefined {
  const span = currentSpan()
  return span && writeTraceparent({ traceId: span.trace.id, spanId: span.id, isSampled: true })
}

/** The headers that a call of another server gets. Empty outside a trace. */
export function traceHeaders(): { traceparent?: string } {
  const traceparent = currentTraceparent()
  return traceparent === undefined ? {} : { traceparent }
}

export function currentTraceId(): string | undefined {
  return currentSpan()?.trace.id
}

function currentSpan(): Span | undefined {
  const span = context?.getStore()
  return span?.trace.isOpen ? span : undefined
}

const exactNow = () => performance.timeOrigin + performance.now()
