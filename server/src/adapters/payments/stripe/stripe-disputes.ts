import type Stripe from "stripe"
import { type Dispute, type DisputeState, ProcessorError } from "../port.ts"

/** Lists the disputes of a charge, the oldest first. A charge has a handful at the most. */
export async function listDisputes(stripe: Stripe, paymentId: string): Promise<Dispute[]> {
  const { data } = await stripe.disputes.list({ payment_intent: paymentId, limit: 100 })
  if (!Array.isArray(data)) throw new ProcessorError("unknown", "Stripe's answer is not a list of disputes.")
  return data.map(toDispute).reverse()
}

function toDispute({ id, status, amount, currency, reason, evidence_details, created }: Stripe.Dispute): Dispute {
  const dueBy = evidence_details?.due_by // 0 where the bank takes no answer
  return {
    id,
    state: toState(status),
    amountCents: amount,
    currency,
    reason,
    dueBy: dueBy ? dueBy * 1000 : null,
    createdAt: created * 1000,
  }
}

const states: Readonly<Record<string, DisputeState>> = {
  warning_needs_response: "inquiry",
  warning_under_review: "inquiry",
  warning_closed: "closed",
  needs_response: "open",
  under_review: "answered",
  appeal_needs_response: "appealed",
  appeal_under_review: "appealed",
  won: "won",
  lost: "lost",
  prevented: "prevented",
}

/** An unknown state counts as open, since the money may be gone. */
function toState(status: Stripe.Dispute.Status): DisputeState {
  return states[status] ?? "open"
}
