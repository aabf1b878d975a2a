/** An update that no editor makes, or that exceeds a limit. Nothing of it was stored. */
export class HostileUpdate extends Error {
  override readonly name = "HostileUpdate"
  /** Whether an honest client can cause it: the doc is full, or the client wrote a long time offline. */
  readonly isTooBig: boolean

  constructor(message: string, { isTooBig = false, cause }: { isTooBig?: boolean; cause?: unknown } = {}) {
    super(message, { cause })
    this.isTooBig = isTooBig
  }
}
