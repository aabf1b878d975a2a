/**
 * Stops the library of docs over sockets. The client was already sent the reason by a close, and the operator by a log
 * line. There is no message, because the library writes messages to the console.
 */
export class AlreadyReported extends Error {
  override readonly name = "AlreadyReported"
  /** What the library sends to the client whose doc was not opened. */
  readonly reason: string

  constructor(reason = "") {
    super("")
    this.reason = reason
  }
}
