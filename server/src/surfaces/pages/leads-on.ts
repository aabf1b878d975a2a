/** Thrown by a page's loader when the page has moved. */
export class LeadsOn extends Error {
  /** The path and query to which the visitor is redirected. */
  readonly to: string

  constructor(to: string) {
    super(`This address leads on to ${to}.`)
    this.to = to
  }
}
