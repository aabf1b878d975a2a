/** The public addresses, without a trailing slash. All code that prints an address takes it from here. */
export interface Addresses {
  readonly base: string
  readonly auth: string
  readonly mcp: string
  readonly short: string
  readonly files: string
}
