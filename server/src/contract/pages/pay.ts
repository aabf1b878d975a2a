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

/** What is agreed on beside the price. */
export interface OfferTerms {
  licence: string | null
  refundTerms: string | null
  taxLine: string | null
}

export interface PayData {
  /** The answer of `GET /api/pay/{key}` as it was when the page was made. */
  lookup: { offer: Offer; isOwnWorkspace: boolean; isSignedIn: boolean }
  /** The picture in place of the tiles. */
  cover: { url: string; width: number; height: number } | null
  files: { key: string; name: string; sizeBytes: number }[]
  terms: OfferTerms
  /** Where the seller is reached: an e-mail or an HTTPS address. */
  sellerContact: string | null
  sellerLogoPath: string | null
  /** What the checkout starts from. */
  island: {
    /** The short key in the address. */
    offerKey: string
    offer: Pick<Offer, "priceCents" | "currency" | "purchasable">
    /** It is free, or an account can be charged for it. */
    isForSale: boolean
    /** The seller has paused the sale. */
    isPaused: boolean
    taxLine: string | null
    /** The page has a part `#terms` that the buyer agrees to. */
    hasTerms: boolean
    processor: "sandbox" | "stripe"
    /** The session that the processor sent the buyer back with. */
    returnedSessionId: string | null
  }
}
