/** The part of pino that the rest of the code may use: an object of safe fields first, then a constant sentence. */
export interface Log {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}
