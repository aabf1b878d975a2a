import type { Selectable } from "kysely"
import type { Inside, Reading } from "#access/context.ts"
import type { PaymentEvent } from "#adapters/payments/port.ts"
import type { Schema } from "#storage/schema.ts"

type Row = Selectable<Schema["payment_events"]>

export type PaymentEventRow = Row & { read: PaymentEvent }

export interface Arrival {
  processorAccount: string
  event: Exclude<PaymentEvent, { kind: "other" }>
  cameBy: Row["came_by"]
  createdAt: number
}

/** Above this many waiting events of an account, new ones are refused; the processor sends and lists them again. */
const maxWaiting = 2_000

/** Stores an event as due now. False when it is stored already; then a webhook only sets `came_by`. */
export async function insertPaymentEvent(cx: Inside, { processorAccount, event, cameBy, createdAt }: Arrival) {
  const inserted = await cx.db
    .insertInto("payment_events")
    .values({
      processor_account: processorAccount,
      event_id: event.id,
      type: event.kind,
      subject: event.kind === "checkout-session" ? event.checkoutSessionId : event.paymentId,
      event: JSON.stringify(event),
      received_at: cx.now(),
      applied_at: null,
      came_by: cameBy,
      created_at: createdAt,
      due_at: cx.now(),
      tries: 0,
    })
    .onConflict((conflict) => conflict.columns(["processor_account", "event_id"]).doNothing())
    .returning("event_id")
    .executeTakeFirst()
  if (inserted) return true
  if (cameBy === "hook")
    await update(cx, { processor_account: processorAccount, event_id: event.id }, { came_by: "hook" })
  return false
}

export async function isFull(cx: Reading, processorAccount: string): Promise<boolean> {
  const last = await cx.db
    .selectFrom("payment_events")
    .select("event_id")
    .where("processor_account", "=", processorAccount)
    .where("due_at", "is not", null)
    .offset(maxWaiting - 1)
    .limit(1)
    .executeTakeFirst()
  return last !== undefined
}

export async function listDueEvents(cx: Reading, processorAccount: string, limit: number): Promise<PaymentEventRow[]> {
  const rows = await cx.db
    .selectFrom("payment_events")
    .selectAll()
    .where("processor_account", "=", processorAccount)
    .where("due_at", "<=", cx.now())
    .orderBy("due_at")
    .limit(limit)
    .execute()
  return rows.map((row) => ({ ...row, read: JSON.parse(row.event) as PaymentEvent }))
}

export async function findNextDue(cx: Reading, processorAccount: string): Promise<number | undefined> {
  const row = await cx.db
    .selectFrom("payment_events")
    .select("due_at")
    .where("processor_account", "=", processorAccount)
    .where("due_at", "is not", null)
    .orderBy("due_at")
    .limit(1)
    .executeTakeFirst()
  return row?.due_at ?? undefined
}

/** Makes events about a checkout session or charge that were not applied yet due now. True when there are any. */
export async function recallEvents(cx: Inside, processorAccount: string, subject: string): Promise<boolean> {
  const recalled = await cx.db
    .updateTable("payment_events")
    .set({ due_at: cx.now() })
    .where("processor_account", "=", processorAccount)
    .where("subject", "=", subject)
    .where("applied_at", "is", null)
    .returning("event_id")
    .execute()
  return recalled.length > 0
}

type Key = Pick<Row, "processor_account" | "event_id">

export async function markApplied(cx: Inside, event: Key): Promise<void> {
  await update(cx, event, { applied_at: cx.now(), due_at: null })
}

/** Sets when an event is tried again, or null for never. */
export async function planEvent(cx: Inside, event: Key, set: Pick<Row, "due_at" | "tries">): Promise<void> {
  await update(cx, event, set)
}

async function update(cx: Inside, { processor_account, event_id }: Key, set: Partial<Row>): Promise<void> {
  await cx.db
    .updateTable("payment_events")
    .set(set)
    .where("processor_account", "=", processor_account)
    .where("event_id", "=", event_id)
    .execute()
}
