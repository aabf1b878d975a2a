import { z } from "zod"
import { offerTerms } from "./offer-terms.ts"

const snapshot = z.object({
  title: z.string(),
  description: z.string().nullable(),
  /** Purchases from before offers had terms have none. */
  terms: offerTerms.nullable().default(null),
  sellerName: z.string(),
  sellerSlug: z.string(),
  files: z.array(
    z.object({
      /** The offer file's id, the public `key`. */
      key: z.string(),
      fileId: z.string(),
      name: z.string(),
    }),
  ),
})

/** The offer as it was when a purchase was made. This is what is delivered, whatever happens to the offer. */
export type PurchaseSnapshot = z.output<typeof snapshot>

/** Reads the `snapshot` column of a purchase. */
export function readSnapshot(text: string): PurchaseSnapshot {
  return snapshot.parse(JSON.parse(text))
}

/** Writes the `snapshot` column of a purchase, with the fields of a snapshot only. */
export function writeSnapshot(value: PurchaseSnapshot): string {
  return JSON.stringify(snapshot.parse(value))
}
