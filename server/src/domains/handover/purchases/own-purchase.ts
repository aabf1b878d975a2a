import { z } from "zod"
import type { Member, Reading } from "#access/context.ts"
import { fromRow } from "#access/from-row.ts"
import { shownMail } from "#domains/mails/index.ts"
import { notFound } from "#kernel/error.ts"
import { readSnapshot } from "../offers/index.ts"
import type { PurchaseState } from "../purchase-states.ts"
import { isTestCheckoutSession } from "../test-sale-store.ts"
import { findOwnPurchase, type OwnPurchase } from "./own-purchase-store.ts"

export const purchaseState = z.enum([
  "created",
  "open",
  "pending_async",
  "paid",
  "fulfilled",
  "fulfil_failed",
  "expired",
  "failed",
  "refunding",
  "refunded",
  "disputed",
  "comped",
] satisfies PurchaseState[])

/** A purchase as the seller sees it. Money is in minor units of `currency`, times are epoch milliseconds. */
export const ownPurchase = z.object({
  id: z.string(),
  offerId: z.string(),
  title: z.string().describe("The offer's title when it was bought."),
  buyerEmail: z.string().nullable().describe("As it was typed at the checkout."),
  correctedEmail: z.string().nullable().describe("The address that a member gave instead. It gets the mails."),
  state: purchaseState,
  reason: z.string().nullable().describe("The reason for the state, if there is one."),
  priceCents: z.int(),
  discountCents: z.int().describe("What a gift code paid."),
  amountCents: z.int().describe("What was to be charged."),
  chargedCents: z.int().describe("What was charged."),
  refundedCents: z.int(),
  currency: z.string(),
  giftCodeId: z.string().nullable(),
  paymentId: z.string().nullable().describe("The processor's name for the charge."),
  isTest: z.boolean().describe("It was bought with a processor's test keys: no money moved."),
  isRevoked: z.boolean().describe("Its delivery links are ended."),
  createdAt: z.int(),
  paidAt: z.int().nullable(),
  fulfilledAt: z.int().nullable(),
  receiptMailedAt: z.int().nullable().describe("When the buyer was first mailed about it."),
  downloads: z.int().describe("The number of started downloads."),
  downloadedAt: z.int().nullable().describe("When the last of them began."),
  refundStartedAt: z.int().nullable().describe("When the refund was asked for here."),
  refundedAt: z.int().nullable().describe("When the processor said that all of the money, or a part, is back."),
  dispute: z.enum(["open", "won", "lost"]).nullable(),
  disputedAt: z.int().nullable(),
  disputeEndedAt: z.int().nullable(),
  revokedAt: z.int().nullable().describe("When the seller last took the files back."),
  restoredAt: z.int().nullable().describe("When the seller last gave them again."),
  note: z.string().nullable().describe("What members of the workspace noted: plain text."),
  notedAt: z.int().nullable().describe("When the note was last changed."),
  notedBy: z.string().nullable().describe("Who changed it last; null once they have left."),
})

export const buyerMail = shownMail
  .nullable()
  .describe("The latest mail about it to the buyer; null if there was none in the last 90 days.")

export function toOwnPurchase(row: OwnPurchase): z.output<typeof ownPurchase> {
  const { title } = readSnapshot(row.snapshot)
  return fromRow(ownPurchase, row, {
    title,
    isTest: isTestCheckoutSession(row.checkout_session_id),
    isRevoked: row.delivery_revoked_at !== null,
    notedBy: row.noter_name,
  })
}

export async function getOwnPurchase(cx: Reading & Member, id: string): Promise<OwnPurchase> {
  const row = await findOwnPurchase(cx, id)
  if (row) return row
  throw notFound("Purchase not found.", "Choose one from Purchases.")
}
