import { z } from "zod"
import type { Inside } from "#access/context.ts"
import { event, noteEvent, withExample } from "#changes/note-event.ts"
import { toIso, toIsoOrNull } from "#kernel/time/iso.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"

const data = z.object({
  id: z.string(),
  purchaseId: z.string().nullable(),
  paymentId: z.string().nullable(),
  buyerEmail: z.string().nullable(),
  amountCents: z.int().describe("In minor units of `currency`."),
  currency: z.string().describe("ISO 4217, in lower case."),
  reason: z.string().describe("A sentence for people."),
  settledAs: z.enum(["delivered", "refunded", "outside", "unpaid"]).nullable(),
  createdAt: z.iso.datetime(),
  settledAt: z.iso.datetime().nullable(),
})

const reason = "The processor’s answer does not say whether the buyer was charged."

export const paymentIssueEvents = {
  opened: withExample(
    { reason, settledAs: null, settledAt: null },
    event("payment_issue.opened", data, "A payment is unclear: its money waits for a decision or a refund."),
  ),
  settled: withExample(
    { reason, settledAs: "refunded" },
    event("payment_issue.settled", data, "A payment issue was settled."),
  ),
}

interface IssueRow {
  id: string
  workspace_id: WorkspaceId | null
  purchase_id: string | null
  payment_id: string | null
  buyer_email: string | null
  amount_cents: number
  currency: string
  reason: string
  settled_as: z.output<typeof data>["settledAs"]
  created_at: number
  settled_at: number | null
}

/** An entry without a workspace is the operators' alone. */
export function announceIssue(
  cx: Inside,
  name: keyof typeof paymentIssueEvents,
  { workspace_id: workspaceId, ...row }: IssueRow,
): void {
  if (workspaceId === null) return
  noteEvent(cx, {
    ...{ workspaceId, type: paymentIssueEvents[name], subject: row.id },
    data: () => ({
      ...{ id: row.id, purchaseId: row.purchase_id, paymentId: row.payment_id, buyerEmail: row.buyer_email },
      ...{ amountCents: row.amount_cents, currency: row.currency, reason: row.reason, settledAs: row.settled_as },
      ...{ createdAt: toIso(row.created_at), settledAt: toIsoOrNull(row.settled_at) },
    }),
  })
}
