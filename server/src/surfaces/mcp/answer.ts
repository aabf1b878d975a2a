/** The HTTP response to a message. Without `body` the response is empty. */
export interface HttpAnswer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}
