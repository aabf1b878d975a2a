import type { OfferTerms } from "./pay.ts"

export interface DeliveryData {
  /** Of this page. */
  path: string
  title: string
  sellerName: string
  /** Where the seller is reached: an e-mail or an HTTPS address. */
  sellerContact: string | null
  sellerLogoPath: string | null
  /** What was agreed on when it was bought. */
  terms: OfferTerms | null
  isGift: boolean
  /** What was paid, in minor units of `currency`. */
  amountCents: number
  currency: string
  boughtAt: number
  files: { key: string; name: string; sizeBytes: number; downloadPath: string }[]
  /** Downloads all of them as one zip; null where that is no help. */
  allPath: string | null
  receipt: { canSend: boolean; wasSent: boolean; formAction: string }
}
