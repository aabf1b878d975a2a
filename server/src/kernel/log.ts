/** The part of pino that the rest of the code may use: first an object of safe fields, then a constant sentence. */
export interface Log {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** A finished request. This service made or checked its texts, so none needs escaping in JSON. */
export interface Answered {
  readonly requestId: string
  readonly method: string
  /** The route's name or pattern, never the path. */
  readonly endpoint: string
  readonly status: number
  readonly ms: number
  readonly traceId?: string | undefined
}

export interface RequestLog extends Log {
  answered(answered: Answered): void
}

export interface ServiceLog extends RequestLog {
  /** The number of lines that were dropped because the reader of the output was too slow. */
  dropped(): number
}

/** The fields that log lines and spans may have, so that no secret or address gets into either. */
export const fieldNames = [
  "requestId",
  "traceId",
  "method",
  "endpoint",
  "route",
  "status",
  "ms",
  "code",
  "jobId",
  "kind",
  "attempts",
  "sweeper",
  "blobKey",
  "purchaseId",
  "fileId",
  "docId",
  "account",
  "attempt",
  "call",
  "param",
  "upstreamRequestId",
  "outcome",
  "migrations",
  "address",
  "signal",
  "warning",
  "times",
  "network",
  "event",
  "accountId",
  "byAccountId",
  "connectionId",
  "workspaceId",
  "reason",
  "keys",
] as const

export type FieldName = (typeof fieldNames)[number]
