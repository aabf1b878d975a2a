/** The public addresses, without a trailing slash. All code that prints an address takes it from here. */
export interface Addresses {
  readonly base: string
  readonly auth: string
  readonly mcp: string
  readonly short: string
  readonly files: string
}

/** The path of a seller's page, below `base`. */
export const sellerPath = (slug: string): string => `/@${slug}`
