/** Thrown by a page's loader: what was asked for is elsewhere by now. */
export class LeadsOn extends Error {
  /** The path, and the query, that the visitor is sent on to. */
  readonly to: string

  constructor(to: string) {
    super(`This address leads on to ${to}.`)
    this.to = to
  }
}
