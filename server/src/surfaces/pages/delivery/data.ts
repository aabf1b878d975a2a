export interface DeliveryData {
  title: string
  sellerName: string
  isGift: boolean
  /** What was paid, in minor units of `currency`. */
  amountCents: number
  currency: string
  boughtAt: number
  files: { key: string; name: string; sizeBytes: number; downloadPath: string }[]
  receipt: { canSend: boolean; wasSent: boolean; formAction: string }
}
