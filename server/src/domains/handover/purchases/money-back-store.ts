import type { Selectable } from "kysely"
import type { Inside, Reading } from "#access/context.ts"
import type { Dispute, DisputeState } from "#adapters/payments/port.ts"
import { isRow } from "#storage/own-row.ts"
import type { Schema } from "#storage/schema.ts"
import { announcedBy, announcePurchase } from "./purchase-events.ts"
import { notePurchase, type Purchase, type PurchaseKey } from "./purchase-store.ts"

/** Changes the refunded sum, unless it has changed since `before` was read. */
export async function recordPartialRefund(cx: Inside, before: Purchase, refundedCents: number): Promise<void> {
  const refunded = await cx.db
    .updateTable("purchases")
    .set({ refunded_cents: refundedCents, refunded_at: refundedCents > 0 ? cx.now() : null, updated_at: cx.now() })
    .where(isRow(before))
    .where("refunded_cents", "=", before.refunded_cents)
    .where("state", "<>", "refunded")
    .returning(["id", "workspace_id"])
    .executeTakeFirst()
  notePurchase(cx, refunded)
  if (refunded && refundedCents > before.refunded_cents) announcePurchase(cx, refunded, "partiallyRefunded")
}

export type DisputeRow = Selectable<Schema["disputes"]>

export function listDisputeRows(cx: Reading, { id, workspace_id }: PurchaseKey): Promise<DisputeRow[]> {
  return cx.db
    .selectFrom("disputes")
    .selectAll()
    .where("workspace_id", "=", workspace_id)
    .where("purchase_id", "=", id)
    .orderBy("created_at")
    .orderBy("processor_id")
    .execute()
}

/** Inserts or updates disputes from a response that was requested at `askedAt`. A stored newer response stays. */
export async function recordDisputes(
  cx: Inside,
  { id, workspace_id, processor_account }: Pick<Purchase, "id" | "workspace_id" | "processor_account">,
  { disputes, askedAt }: { disputes: readonly Dispute[]; askedAt: number },
): Promise<void> {
  for (const dispute of disputes) {
    const fields = {
      cents: dispute.amountCents,
      currency: dispute.currency,
      reason: dispute.reason,
      state: dispute.state,
    }
    const row = { ...fields, due_by: dispute.dueBy, asked_at: askedAt }
    const key = { processor_account: processor_account ?? "", processor_id: dispute.id, workspace_id, purchase_id: id }
    await cx.db
      .insertInto("disputes")
      .values({ ...key, ...row, created_at: dispute.createdAt })
      .onConflict((conflict) =>
        conflict
          .columns(["processor_account", "processor_id", "workspace_id"])
          .doUpdateSet(row)
          .where("disputes.asked_at", "<=", askedAt),
      )
      .execute()
  }
}

const atStake: readonly DisputeState[] = ["open", "answered", "appealed"]

/** Combines disputes, oldest first: `open` while one is undecided, else the last decision. Null if none took money. */
export function standingOf(disputes: readonly { state: DisputeState }[]): Purchase["dispute"] {
  if (disputes.some(({ state }) => atStake.includes(state))) return "open"
  const last = disputes.findLast(({ state }) => state === "won" || state === "lost")?.state
  return last === "won" || last === "lost" ? last : null
}

/** Records the result of `standingOf`. Undefined when the row already has it. */
export async function recordStanding(
  cx: Inside,
  key: PurchaseKey,
  dispute: Purchase["dispute"],
): Promise<Purchase | undefined> {
  const times = dispute === "open" ? { disputed_at: cx.now(), dispute_ended_at: null } : { dispute_ended_at: cx.now() }
  const changed = await cx.db
    .updateTable("purchases")
    .set({ dispute, ...times, updated_at: cx.now() })
    .where(isRow(key))
    .where((row) =>
      dispute === null
        ? row("dispute", "is not", null)
        : row.or([row("dispute", "is", null), row("dispute", "<>", dispute)]),
    )
    .returningAll()
    .executeTakeFirst()
  if (changed) announcePurchase(cx, changed, announcedBy[dispute ?? "none"])
  return notePurchase(cx, changed)
}
