import { z } from "zod"
import { fromRow } from "#access/from-row.ts"
import type { UnclearMoney } from "../payments/index.ts"

export const decision = z
  .enum(["deliver", "refund", "outside"])
  .describe(
    "`deliver` hands the purchase over anyway, `refund` gives back what is left of the charge, `outside` says that it was settled elsewhere: nothing more is done about it here.",
  )

export const unclearMoney = z.object({
  id: z.string(),
  workspaceId: z.string().nullable().describe("Null when it is not known whose sale it is."),
  purchaseId: z.string().nullable().describe("Null when the purchase that the session names is not there."),
  sessionId: z.string().describe("The checkout session at the processor."),
  paymentId: z.string().nullable().describe("The processor's name for the charge, where it is known."),
  buyerEmail: z.string().nullable(),
  amountCents: z.int().describe("Minor units of `currency`."),
  currency: z.string(),
  reason: z.string().describe("What is unclear about it."),
  createdAt: z.int(),
  sellerMailedAt: z.int().nullable(),
  operatorMailedAt: z.int().nullable(),
  decision: decision.nullable(),
  decidedBy: z.string().nullable().describe("The account that decided; null if it is open or a rule decided."),
  decidedAt: z.int().nullable(),
  note: z.string().nullable(),
  settledAt: z.int().nullable(),
  settledAs: z.enum(["delivered", "refunded", "outside", "unpaid"]).nullable().describe("The outcome."),
})

export function toUnclearMoney(row: UnclearMoney): z.output<typeof unclearMoney> {
  return fromRow(unclearMoney, row, { sessionId: row.checkout_session_id })
}
