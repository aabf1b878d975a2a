/** In the form of the public API. */
interface Offer {
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

export interface ShownOfferTerms {
  licence: string | null
  refundTerms: string | null
  taxLine: string | null
}

/** The picture in place of the tiles. */
export interface ShownCover {
  url: string
  width: number
  height: number
}

export interface PayData {
  /** The response of `GET /api/pay/{key}` when the page was rendered. */
  lookup: { offer: Offer; isOwnWorkspace: boolean; isSignedIn: boolean }
  cover: ShownCover | null
  files: { key: string; name: string; sizeBytes: number }[]
  terms: ShownOfferTerms
  sellerContact: string | null
  sellerLogoPath: string | null
  island: {
    /** The short key in the address. */
    offerKey: string
    offer: Pick<Offer, "priceCents" | "currency" | "purchasable">
    /** Whether it is free, or an account can be charged for it. */
    isForSale: boolean
    isPaused: boolean
    taxLine: string | null
    /** Whether the page has a part `#terms` to which the buyer agrees. */
    hasTerms: boolean
    processor: "sandbox" | "stripe"
    /** The session in the address to which the processor returned the buyer. */
    returnedSessionId: string | null
  }
}
