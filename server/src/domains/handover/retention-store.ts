import type { Inside } from "#access/context.ts"
import { retain, retainBy } from "#access/retention-store.ts"
import { noteChange } from "#changes/note-change.ts"
import { dayMs } from "#kernel/time/units.ts"
import { releaseCheckoutSession } from "./processor-id-store.ts"

/** Deletes old unpaid checkouts, except those that were ever charged or still hold a unit or a gift. */
export const removeUnpaid = (state: "expired" | "failed") => async (cx: Inside, until: number, limit: number) => {
  const old = cx.db
    .selectFrom("purchases")
    .select("id")
    .where("state", "=", state)
    .where("updated_at", "<=", until)
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

/** Deletes webhook events, except those that wait for a purchase we have. */
export async function removeEvents(cx: Inside, until: number, limit: number): Promise<number> {
  const old = await cx.db
    .selectFrom("payment_events")
    .select(["processor_account", "event_id"])
    .where("received_at", "<=", until)
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

/** Longer than any payment method takes, and than a processor repeats a webhook. */
const settledMs = 90 * dayMs
/** Longer than a job is retried. */
const noticeMs = 7 * dayMs

const unpaidTerms = {
  ms: settledMs,
  note: "where its checkout ended unpaid, with nothing held; for good once anything was charged or handed over; its note until a member takes it away",
}

export const handoverRetention = [
  retainBy({ table: "purchases", time: "updated_at" }, removeUnpaid("expired"), unpaidTerms),
  retainBy({ table: "purchases", time: "updated_at" }, removeUnpaid("failed"), unpaidTerms),
  retainBy({ table: "payment_events", time: "received_at" }, removeEvents, {
    ms: settledMs,
    note: "longer while it waits for a purchase that we have",
  }),
  retain({ table: "sale_notices", keys: ["purchase_id"], time: "created_at" }, { ms: noticeMs }),
]
