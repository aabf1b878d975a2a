import type { ShownCover } from "./pay.ts"

export interface ShownOffer {
  title: string
  priceCents: number
  currency: string
  availability: "available" | "sold out" | "unavailable"
  /** The path of its pay page. */
  path: string
  cover: ShownCover | null
}

/** A seller's page. */
export interface SellerData {
  path: string
  name: string
  about: string | null
  contact: string | null
  logoPath: string | null
  links: { label: string; url: string }[]
  offers: ShownOffer[]
}
