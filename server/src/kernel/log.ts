/** The part of pino that the rest of the code may use: an object of safe fields first, then a constant sentence. */
export interface Log {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** A request that was answered. Its texts are ours or were checked: none holds what JSON would escape. */
export interface Answered {
  readonly requestId: string
  readonly method: string
  /** The route's name or pattern, never the path. */
  readonly endpoint: string
  readonly status: number
  readonly ms: number
}

/** A log that also takes note of every answer. */
export interface RequestLog extends Log {
  answered(answered: Answered): void
}

/** The log of the process itself. */
export interface ServiceLog extends RequestLog {
  /** How many lines nobody took, so that they were dropped. */
  dropped(): number
}
