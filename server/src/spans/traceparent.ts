/** A place in a trace, as W3C Trace Context (level 1) writes it in the header `traceparent`. */
export interface TracePlace {
  readonly traceId: string
  readonly spanId: string
  readonly isSampled: boolean
}

const pattern = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/
const zeros = /^0+$/
const longest = 200

/** Undefined for a text that is invalid or longer than 200 characters. Then a new trace starts (section 4.3). */
export function readTraceparent(text: unknown): TracePlace | undefined {
  if (typeof text !== "string" || text.length > longest) return undefined
  const [, version, traceId = "", spanId = "", flags = "", more] = pattern.exec(text) ?? []
  // "Version 255 is invalid." Only a later version than 00 may have more parts.
  if (version === undefined || version === "ff" || (version === "00" && more !== undefined)) return undefined
  if (zeros.test(traceId) || zeros.test(spanId)) return undefined
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 }
}

export function writeTraceparent({ traceId, spanId, isSampled }: TracePlace): string {
  return `00-${traceId}-${spanId}-0${Number(isSampled)}`
}
