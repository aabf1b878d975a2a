/**
 * Thrown at the library to make it stop, where the reason has been told already: to the client by a close, to the
 * operator by a line. It has no message, since the library writes messages to the console.
 */
export class Told extends Error {
  override readonly name = "Told"
  /** What the library sends to the client whose doc was not opened. */
  readonly reason: string

  constructor(reason = "") {
    super("")
    this.reason = reason
  }
}
