import type { AskedMail } from "./asked-mail.ts"
import type { ShownCover, ShownOfferTerms } from "./pay.ts"

export interface DeliveryData {
  path: string
  title: string
  cover: ShownCover | null
  sellerName: string
  /** The seller's e-mail address or HTTPS address. */
  sellerContact: string | null
  sellerLogoPath: string | null
  /** The terms at the time of the purchase. */
  terms: ShownOfferTerms
  isGift: boolean
  /** The amount paid, in minor units of `currency`. */
  amountCents: number
  currency: string
  boughtAt: number
  files: { key: string; name: string; sizeBytes: number; downloadPath: string }[]
  /** The path that downloads all of them as one zip; null where a zip would not help. */
  allPath: string | null
  /** `mail` is the one that was just asked for; null before. */
  receipt: { canSend: boolean; mail: AskedMail | null; formAction: string }
}
