/** As the public API answers it. */
export interface Offer {
  id: string
  key: string
  title: string
  description: string | null
  priceCents: number
  currency: string
  files: { key: string; name: string | null }[]
  shortKey: string | null
  shortUrl: string | null
  sellerName: string
  sellerSlug: string | null
  purchasable: boolean
}

export interface PayData {
  /** The answer of `GET /api/pay/{key}` as it was when the page was made. */
  lookup: { offer: Offer; isOwnWorkspace: boolean; isSignedIn: boolean }
  /** What the checkout starts from. */
  island: {
    /** The short key in the address. */
    offerKey: string
    offer: Pick<Offer, "priceCents" | "currency" | "purchasable">
    /** The seller has paused the sale. */
    isPaused: boolean
    processor: { name: "sandbox" } | { name: "stripe"; publishableKey: string }
    /** The session that the processor sent the buyer back with. */
    returnedSessionId: string | null
  }
}
