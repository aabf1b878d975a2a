/** What goes back over HTTP. Without a body it is empty. */
export interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}
