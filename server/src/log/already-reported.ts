/** The client and the operator know the reason already. It has no message, because the library prints messages. */
export class AlreadyReported extends Error {
  override readonly name = "AlreadyReported"
  /** The library sends this text to the client, whose doc does not open. */
  readonly reason: string

  constructor(reason = "") {
    super("")
    this.reason = reason
  }
}
