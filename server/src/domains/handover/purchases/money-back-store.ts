import type { Inside } from "#access/context.ts"
import { notePurchase, type Purchase } from "./purchase-store.ts"

/** Changes the refunded sum, unless it has changed since `before` was read. */
export async function recordPartialRefund(cx: Inside, before: Purchase, refundedCents: number): Promise<void> {
  const refunded = await cx.db
    .updateTable("purchases")
    .set({ refunded_cents: refundedCents, refunded_at: refundedCents > 0 ? cx.now() : null, updated_at: cx.now() })
    .where("id", "=", before.id)
    .where("refunded_cents", "=", before.refunded_cents)
    .where("state", "<>", "refunded")
    .returning("workspace_id")
    .executeTakeFirst()
  notePurchase(cx, refunded)
}

/** Records the state of a dispute. False when that is already recorded, or the dispute has ended. */
export async function recordDispute(
  cx: Inside,
  id: string,
  dispute: NonNullable<Purchase["dispute"]>,
): Promise<boolean> {
  const recorded = await cx.db
    .updateTable("purchases")
    .set({ dispute, [dispute === "open" ? "disputed_at" : "dispute_ended_at"]: cx.now(), updated_at: cx.now() })
    .where("id", "=", id)
    .where((row) =>
      dispute === "open"
        ? row("dispute", "is", null)
        : row.or([row("dispute", "is", null), row("dispute", "=", "open")]),
    )
    .returning("workspace_id")
    .executeTakeFirst()
  return notePurchase(cx, recorded) !== undefined
}
