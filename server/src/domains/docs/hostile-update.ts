/** An update that nobody's editor makes, or that is beyond a limit. Nothing of it was stored. */
export class HostileUpdate extends Error {
  override readonly name = "HostileUpdate"
  /** Whether it can be an honest one that is too much: the doc is full, or somebody wrote very long without a net. */
  readonly isTooBig: boolean

  constructor(message: string, { isTooBig = false, cause }: { isTooBig?: boolean; cause?: unknown } = {}) {
    super(message, { cause })
    this.isTooBig = isTooBig
  }
}
