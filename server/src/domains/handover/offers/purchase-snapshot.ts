import { z } from "zod"
import { offerTerms } from "./offer-terms.ts"

const snapshot = z.object({
  title: z.string(),
  description: z.string().nullable(),
  terms: offerTerms,
  sellerName: z.string(),
  sellerSlug: z.string(),
  files: z.array(
    z.object({
      key: z.string(),
      fileId: z.string(),
      name: z.string(),
    }),
  ),
})

/** The offer as it was when a purchase was made. The purchase delivers this, even if the offer changes. */
export type PurchaseSnapshot = z.output<typeof snapshot>

export function readSnapshot(text: string): PurchaseSnapshot {
  return snapshot.parse(JSON.parse(text))
}

export function writeSnapshot(value: PurchaseSnapshot): string {
  return JSON.stringify(snapshot.parse(value))
}
