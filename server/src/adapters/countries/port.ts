/** Tells which country a network is in. */
export interface Countries {
  /** The ISO 3166-1 code (two capital letters) of a network, as `networkOfAddress` names it; undefined when unknown. */
  find(network: string): string | undefined
  close(): void
}
