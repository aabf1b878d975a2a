interface Manner {
  /** The least wait before the next try. */
  afterMs?: number
}

/** Thrown by a handler that failed and says how it is tried again. */
export class TryAgain extends Error {
  override readonly name = "TryAgain"
  readonly manner: Manner

  constructor(message: string, { cause, ...manner }: Manner & { cause: unknown }) {
    super(message, { cause })
    this.manner = manner
  }
}
