import { newId } from "#kernel/ids.ts"
import { dayMs } from "#kernel/time/units.ts"
import { type Dispute, type DisputeState, type ProcessorAccount, ProcessorError } from "../port.ts"
import { type CheckoutSessionRow, findPaymentRow, updateCheckoutSession } from "./checkout-session-store.ts"
import type { SandboxFile } from "./file.ts"
import { queueEvent, type SandboxParts } from "./webhooks.ts"

interface DisputeRow {
  id: string
  payment_id: string
  state: DisputeState
  amount_cents: number
  currency: string
  due_by: number | null
  created_at: number
}

/** Each step leads from a state in `from` (null: no dispute, or one that is over) to the state `to`. */
export const disputeSteps = {
  inquire: { from: [null], to: "inquiry", about: "The bank asks about a paid session, and takes no money." },
  close_inquiry: { from: ["inquiry"], to: "closed", about: "The bank asks no further." },
  dispute: { from: [null, "inquiry"], to: "open", about: "The card's owner disputes a paid session." },
  prevent_dispute: { from: [null, "inquiry"], to: "prevented", about: "A dispute is prevented before it begins." },
  answer_dispute: { from: ["open"], to: "answered", about: "The seller's evidence is with the bank." },
  win_dispute: { from: ["open", "answered", "appealed"], to: "won", about: "The dispute is decided for the seller." },
  lose_dispute: { from: ["open", "answered", "appealed"], to: "lost", about: "It is decided for the card's owner." },
  appeal_dispute: { from: ["lost"], to: "appealed", about: "The seller appeals against a lost dispute." },
} as const satisfies Record<string, { from: readonly (DisputeState | null)[]; to: DisputeState; about: string }>

export type DisputeStep = keyof typeof disputeSteps

const over: readonly DisputeState[] = ["won", "closed", "prevented"]

/** Undefined when the dispute's state does not allow the step. */
export function stepDispute(
  parts: SandboxParts,
  checkoutSession: CheckoutSessionRow,
  step: DisputeStep,
): DisputeState | undefined {
  const { file, now } = parts
  const paymentId = checkoutSession.payment_id ?? ""
  const last = listRows(file, paymentId).at(-1)
  const current = last && !over.includes(last.state) ? last : undefined
  const { from, to }: { from: readonly (DisputeState | null)[]; to: DisputeState } = disputeSteps[step]
  if (checkoutSession.payment !== "paid" || !from.includes(current?.state ?? null)) return undefined
  if (current) file.run("update disputes set state = ? where id = ?", to, current.id)
  else {
    const about = {
      payment_id: paymentId,
      amount_cents: checkoutSession.amount_cents,
      currency: checkoutSession.currency,
    }
    const dates = { due_by: now() + 7 * dayMs, created_at: now() }
    file.insert("disputes", { id: newId("dp_sandbox"), ...about, state: to, ...dates })
  }
  updateCheckoutSession(file, { ...checkoutSession, dispute: standing[to] ?? checkoutSession.dispute })
  const isEnd = to === "won" || to === "lost" || to === "closed"
  const type = current ? (isEnd ? "closed" : "updated") : "created"
  queueEvent(parts, checkoutSession.account, { type: `charge.dispute.${type}`, data: { payment: paymentId } })
  return to
}

const standing: Partial<Record<DisputeState, CheckoutSessionRow["dispute"]>> = {
  ...{ open: "open", answered: "open", appealed: "open" },
  ...{ won: "won", lost: "lost", prevented: "won", closed: "won" },
}

/** Oldest first. */
export function listDisputes({ file }: SandboxParts, processorAccount: ProcessorAccount, paymentId: string): Dispute[] {
  if (findPaymentRow(file, paymentId)?.account !== processorAccount.id) return []
  return listRows(file, paymentId).map(({ id, state, amount_cents, currency, due_by, created_at }) => ({
    ...{ id, state, amountCents: amount_cents, currency },
    ...{ reason: "fraudulent", dueBy: due_by, createdAt: created_at },
  }))
}

/** Throws when a dispute has taken the money of a checkout session, or may take it. */
export function mustBeUndisputed({ dispute }: CheckoutSessionRow): void {
  if (dispute === "open" || dispute === "lost") {
    throw new ProcessorError("refused", "The charge is disputed; it cannot be paid back.")
  }
}

function listRows(file: SandboxFile, paymentId: string): DisputeRow[] {
  return file.rows<DisputeRow>("select * from disputes where payment_id = ? order by rowid", paymentId)
}
