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
