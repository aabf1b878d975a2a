import { z } from "zod"
import { offerTerms, offerWords } from "./offer-fields.ts"

const snapshot = z.object({
  ...offerWords,
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
  const { terms, ...rest } = JSON.parse(text)
  return snapshot.parse({ ...absent(offerWords), ...rest, terms: { ...absent(offerTerms.shape), ...terms } })
}

/** A snapshot lacks the fields that a later release added; they read as null. */
const absent = (fields: object) => Object.fromEntries(Object.keys(fields).map((name) => [name, null]))

export function writeSnapshot(value: PurchaseSnapshot): string {
  return JSON.stringify(snapshot.parse(value))
}
