import { z } from "zod"
import { fromRow } from "#access/from-row.ts"
import { readSnapshot } from "../offers/index.ts"
import { purchaseState } from "./own-purchase.ts"
import type { Purchase } from "./purchase-store.ts"

export const bought = z.object({
  id: z.string(),
  state: purchaseState,
  isRevoked: z.boolean().describe("The seller has ended its delivery links."),
  buyerEmail: z.string().nullable().describe("As it was typed at the checkout."),
  title: z.string(),
  sellerName: z.string(),
  amountCents: z.int().describe("What was to be charged, in minor units of `currency`."),
  currency: z.string(),
  createdAt: z.int(),
})

type BoughtRow = Pick<
  Purchase,
  "id" | "state" | "delivery_revoked_at" | "buyer_email" | "snapshot" | "amount_cents" | "currency" | "created_at"
>

export function toBought(row: BoughtRow): z.output<typeof bought> {
  const { title, sellerName } = readSnapshot(row.snapshot)
  return fromRow(bought, row, { title, sellerName, isRevoked: row.delivery_revoked_at !== null })
}
