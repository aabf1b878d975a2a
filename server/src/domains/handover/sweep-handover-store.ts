import type { Inside } from "#access/context.ts"
import { noteChange } from "#changes/note-change.ts"
import { releaseCheckoutSession } from "./processor-id-store.ts"

/** Deletes old unpaid checkouts, except those that were ever charged or still hold a unit or a gift. */
export async function removeUnpaid(
  cx: Inside,
  { state, before, limit }: { state: "expired" | "failed"; before: number; limit: number },
): Promise<number> {
  const old = cx.db
    .selectFrom("purchases")
    .select("id")
    .where("state", "=", state)
    .where("updated_at", "<", before)
    .where("payment_id", "is", null)
    .where("charged_cents", "=", 0)
    .where("refunded_cents", "=", 0)
    .where("dispute", "is", null)
    .where("owner_key", "is", null)
    .where("unsettled_since", "is", null)
    .where((row) => row.or([row("gift_state", "is", null), row("gift_state", "=", "released")]))
    .where((row) => row.or([row("unit_taken_at", "is", null), row("unit_released_at", "is not", null)]))
    .orderBy("updated_at")
    .limit(limit)
  const removed = await cx.db
    .deleteFrom("purchases")
    .where("id", "in", old)
    .where("state", "=", state) // a payment may have come in since
    .where("payment_id", "is", null)
    .where("unsettled_since", "is", null)
    .returning(["workspace_id", "checkout_session_id"])
    .execute()
  for (const purchase of removed) {
    await releaseCheckoutSession(cx, purchase)
    noteChange(cx, { workspaceId: purchase.workspace_id, kind: "purchases" })
  }
  return removed.length
}

/** Deletes webhook events that arrived before `before`, except those that wait for a purchase we have. */
export async function removeEvents(cx: Inside, before: number, limit: number): Promise<number> {
  const old = await cx.db
    .selectFrom("payment_events")
    .select(["processor_account", "event_id"])
    .where("received_at", "<", before)
    .where(({ or, eb, not, exists, selectFrom }) =>
      or([
        eb("applied_at", "is not", null),
        not(
          exists(selectFrom("purchases").select("id").whereRef("checkout_session_id", "=", "payment_events.subject")),
        ).and(not(exists(selectFrom("purchases").select("id").whereRef("payment_id", "=", "payment_events.subject")))),
      ]),
    )
    .orderBy("received_at")
    .limit(limit)
    .execute()
  for (const { processor_account, event_id } of old) {
    await cx.db
      .deleteFrom("payment_events")
      .where("processor_account", "=", processor_account)
      .where("event_id", "=", event_id)
      .execute()
  }
  return old.length
}
