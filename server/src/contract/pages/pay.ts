/** In the form of the public API. */
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

/** The terms besides the price. */
export interface OfferTerms {
  licence: string | null
  refundTerms: string | null
  taxLine: string | null
}

export interface PayData {
  /** The response of `GET /api/pay/{key}` when the page was rendered. */
  lookup: { offer: Offer; isOwnWorkspace: boolean; isSignedIn: boolean }
  /** The picture in place of the tiles. */
  cover: { url: string; width: number; height: number } | null
  files: { key: string; name: string; sizeBytes: number }[]
  terms: OfferTerms
  /** The seller's e-mail address or HTTPS address. */
  sellerContact: string | null
  sellerLogoPath: string | null
  /** The initial data of the checkout. */
  island: {
    /** The short key in the address. */
    offerKey: string
    offer: Pick<Offer, "priceCents" | "currency" | "purchasable">
    /** Whether it is free, or an account can be charged for it. */
    isForSale: boolean
    /** Whether the seller has paused the sale. */
    isPaused: boolean
    taxLine: string | null
    /** Whether the page has a part `#terms` to which the buyer agrees. */
    hasTerms: boolean
    processor: "sandbox" | "stripe"
    /** The session in the address to which the processor returned the buyer. */
    returnedSessionId: string | null
  }
}
