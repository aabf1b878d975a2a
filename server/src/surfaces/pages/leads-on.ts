/** Thrown by a page's loader when the page has moved. */
export class LeadsOn extends Error {
  readonly to: string

  constructor(to: string) {
    super(`Redirects to ${to}.`)
    this.to = to
  }
}
