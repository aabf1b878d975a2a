import { z } from "zod"
import type { Inside } from "#access/context.ts"
import { fromRow } from "#access/from-row.ts"
import { event, noteEvent, withExample } from "#changes/note-event.ts"
import { toIso, toIsoOrNull } from "#kernel/time/iso.ts"
import { readSnapshot } from "../offers/index.ts"
import { purchaseState } from "./own-purchase.ts"
import { findPurchaseBy, type Purchase } from "./purchase-store.ts"

const time = z.iso.datetime()

const purchaseData = z.object({
  id: z.string(),
  offerId: z.string(),
  title: z.string().describe("The offer's title when it was bought."),
  buyerEmail: z.string().nullable().describe("Null for a gift without an address."),
  state: purchaseState.describe("At the end of the transaction that caused the event."),
  priceCents: z.int().describe("In minor units of `currency`, as all amounts."),
  discountCents: z.int().describe("What a gift code paid."),
  chargedCents: z.int(),
  refundedCents: z.int(),
  currency: z.string().describe("ISO 4217, in lower case."),
  giftCodeId: z.string().nullable(),
  paymentId: z.string().nullable().describe("The processor's name for the charge."),
  createdAt: time,
  paidAt: time.nullable(),
  fulfilledAt: time.nullable(),
})

type Example = Partial<z.input<typeof purchaseData>>

/** Declares an event of a purchase. Its example has no gift code. */
const ofPurchase = (name: string, sentence: string, example: Example) =>
  withExample({ giftCodeId: null, ...example }, event(`purchase.${name}`, purchaseData, sentence))

const refunded = { state: "refunded", refundedCents: 1_900 } as const
const late = { state: "refunding", fulfilledAt: null } as const

export const purchaseEvents = {
  completed: ofPurchase("completed", "An offer was bought, also for nothing, and handed over.", { state: "fulfilled" }),
  refunded: ofPurchase("refunded", "All of the money went back to the buyer.", refunded),
  partiallyRefunded: ofPurchase("partially_refunded", "A part of the money went back to the buyer.", {
    state: "fulfilled",
    refundedCents: 500,
  }),
  disputed: ofPurchase("disputed", "The buyer disputes the payment at their bank.", { state: "disputed" }),
  disputeWon: ofPurchase("dispute_won", "A dispute ended, and the seller has the money.", { state: "fulfilled" }),
  disputeLost: ofPurchase("dispute_lost", "A dispute ended, and the buyer has the money.", { state: "disputed" }),
  paidTooLate: ofPurchase("paid_too_late", "A payment came too late to deliver, and is refunded.", late),
}

const deliveryData = z.object({
  purchaseId: z.string(),
  offerId: z.string(),
  title: z.string().describe("The offer's title when it was bought."),
  buyerEmail: z.string().nullable(),
  isRevoked: z.boolean(),
  downloads: z.int().describe("How many downloads of its files began."),
})

export const deliveryEvents = {
  opened: withExample(
    { isRevoked: false },
    event("delivery.opened", deliveryData, "The buyer began to download the first file."),
  ),
  revoked: withExample(
    { isRevoked: true },
    event("delivery.revoked", deliveryData, "A member revoked access. After a refund, access ends as well."),
  ),
  restored: withExample({ isRevoked: false }, event("delivery.restored", deliveryData, "A member restored access.")),
}

/** The event of each result of `standingOf`. */
export const announcedBy = {
  open: "disputed",
  won: "disputeWon",
  lost: "disputeLost",
  none: "disputeWon",
} as const satisfies Record<NonNullable<Purchase["dispute"]> | "none", keyof typeof purchaseEvents>

export function announcePurchase(
  cx: Inside,
  { id, workspace_id }: Pick<Purchase, "id" | "workspace_id">,
  name: keyof typeof purchaseEvents,
): void {
  noteEvent(cx, {
    ...{ workspaceId: workspace_id, type: purchaseEvents[name], subject: id },
    data: async (cx) => toData(await getPurchaseOf(cx, { id, workspace_id })),
  })
}

/** The purchase is the subject, so that these events keep their order among those of the purchase. */
export function announceDelivery(
  cx: Inside,
  name: keyof typeof deliveryEvents,
  { id, workspace_id }: Pick<Purchase, "id" | "workspace_id">,
): void {
  noteEvent(cx, {
    ...{ workspaceId: workspace_id, type: deliveryEvents[name], subject: id },
    data: async (cx) => {
      const row = await getPurchaseOf(cx, { id, workspace_id })
      const { offer_id: offerId, buyer_email: buyerEmail, downloads, delivery_revoked_at } = row
      const { title } = readSnapshot(row.snapshot)
      return { purchaseId: id, offerId, title, buyerEmail, isRevoked: delivery_revoked_at !== null, downloads }
    },
  })
}

async function getPurchaseOf(cx: Inside, key: Pick<Purchase, "id" | "workspace_id">): Promise<Purchase> {
  const row = await findPurchaseBy(cx, key)
  if (!row) throw new Error("The purchase of an event must exist.")
  return row
}

function toData(row: Purchase): z.output<typeof purchaseData> {
  const { title } = readSnapshot(row.snapshot)
  const [createdAt, paidAt, fulfilledAt] = [
    toIso(row.created_at),
    toIsoOrNull(row.paid_at),
    toIsoOrNull(row.fulfilled_at),
  ]
  return fromRow(purchaseData, row, { title, createdAt, paidAt, fulfilledAt })
}
