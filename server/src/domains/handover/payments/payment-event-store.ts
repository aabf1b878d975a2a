import type { Selectable } from "kysely"
import type { Inside, Reading } from "#access/context.ts"
import type { PaymentEvent } from "#adapters/payments/port.ts"
import type { Schema } from "#storage/schema.ts"

type Row = Selectable<Schema["payment_events"]>

/** Stores an event. One that is already stored stays unchanged. */
export async function insertPaymentEvent(
  cx: Inside,
  account: string,
  event: Exclude<PaymentEvent, { kind: "other" }>,
): Promise<void> {
  await cx.db
    .insertInto("payment_events")
    .values({
      account,
      event_id: event.id,
      type: event.kind,
      subject: event.kind === "session" ? event.sessionId : event.paymentId,
      event: JSON.stringify(event),
      received_at: cx.now(),
      applied_at: null,
    })
    .onConflict((conflict) => conflict.columns(["account", "event_id"]).doNothing())
    .execute()
}

/** Finds a stored event. */
export async function findPaymentEvent(
  cx: Reading,
  account: string,
  eventId: string,
): Promise<(Row & { read: PaymentEvent }) | undefined> {
  const row = await cx.db
    .selectFrom("payment_events")
    .selectAll()
    .where("account", "=", account)
    .where("event_id", "=", eventId)
    .executeTakeFirst()
  return row && { ...row, read: JSON.parse(row.event) as PaymentEvent }
}

/** Lists events about a session or charge that have not been applied yet. */
export function listWaitingEvents(cx: Reading, account: string, subject: string): Promise<{ event_id: string }[]> {
  return cx.db
    .selectFrom("payment_events")
    .select("event_id")
    .where("account", "=", account)
    .where("subject", "=", subject)
    .where("applied_at", "is", null)
    .execute()
}

/** Marks an event as applied. */
export async function markApplied(cx: Inside, account: string, eventId: string): Promise<void> {
  await cx.db
    .updateTable("payment_events")
    .set({ applied_at: cx.now() })
    .where("account", "=", account)
    .where("event_id", "=", eventId)
    .execute()
}
