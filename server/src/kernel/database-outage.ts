/**
 * The database is out of reach, or cannot do its work: a lost connection, a deadline, a full disk. Not a refusal of
 * the caller's: who catches refusals lets it pass. Surfaces answer it with 503.
 */
export class DatabaseOutage extends Error {
  override readonly name = "DatabaseOutage"
  /** The transaction had no effect, and it did not wait long: it may run again at once, on another connection. */
  readonly mayRunAgain: boolean

  constructor(what: string, cause: unknown, { mayRunAgain = false } = {}) {
    super(`${what}: ${sayWhy(cause)}`, { cause })
    this.mayRunAgain = mayRunAgain
  }
}

/** A refused connection to a name with several addresses has no message of its own. */
function sayWhy(cause: unknown): string {
  const { message, code } = cause as { message?: string; code?: string }
  return message || code || String(cause)
}
