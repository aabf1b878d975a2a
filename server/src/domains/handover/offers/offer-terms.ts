import { z } from "zod"

const text = z.string().nullable()

export const offerTerms = z.object({
  licence: text.describe("What the buyer may do with the files."),
  refundTerms: text.describe("When the seller gives money back."),
  taxLine: text.describe("What the seller says of taxes, in one line."),
})

export type OfferTerms = z.output<typeof offerTerms>

export const termColumns = ["licence", "refund_terms", "tax_line"] as const

export function readTerms(row: {
  licence: string | null
  refund_terms: string | null
  tax_line: string | null
}): OfferTerms {
  return { licence: row.licence, refundTerms: row.refund_terms, taxLine: row.tax_line }
}
