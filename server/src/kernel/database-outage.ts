/**
 * The database cannot be reached or cannot work: a lost connection, a deadline, a full disk. It is not a refusal, so
 * code that catches refusals lets it pass. Surfaces respond with 503.
 */
export class DatabaseOutage extends Error {
  override readonly name = "DatabaseOutage"
  /** True when the transaction had no effect and failed quickly, so that it may run again on another connection. */
  readonly mayRunAgain: boolean

  constructor(what: string, cause: unknown, { mayRunAgain = false } = {}) {
    super(`${what}: ${sayWhy(cause)}`, { cause })
    this.mayRunAgain = mayRunAgain
  }
}

/** A refused connection to a name with several addresses has a code but no message. */
function sayWhy(cause: unknown): string {
  const { message, code } = cause as { message?: string; code?: string }
  return message || code || String(cause)
}
