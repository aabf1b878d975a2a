/** The HTTP answer to a message. Without `body` it has none. */
export interface Answer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}
