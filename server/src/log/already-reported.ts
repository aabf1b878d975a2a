/** The client and the operator know the reason already. It has no message, because the library prints messages. */
export class AlreadyReported extends Error {
  override readonly name = "AlreadyReported"
  /** What the library sends to the client whose doc was not opened. */
  readonly reason: string

  constructor(reason = "") {
    super("")
    this.reason = reason
  }
}
