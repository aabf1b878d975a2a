export interface Countries {
  /** A network's ISO 3166-1 code (two capital letters). `network` is the result of `networkOfAddress`. */
  find(network: string): string | undefined
  close(): void
}
