import type { Context, Inside } from "#access/context.ts"
import type { PaymentEvent } from "#adapters/payments/port.ts"
import { enqueue } from "#jobs/job-store.ts"
import { insertPaymentEvent, listWaitingEvents } from "./payment-event-store.ts"

/**
 * Stores a webhook event whose signature was valid, and enqueues a job to handle it, so that the processor gets its
 * response at once. Receiving the same event twice has no second effect.
 */
export async function receivePaymentEvent(cx: Context, account: string, event: PaymentEvent): Promise<void> {
  if (event.kind === "other") return
  await cx.atomically(async (cx) => {
    await insertPaymentEvent(cx, account, event)
    await enqueueEvent(cx, { account, eventId: event.id })
  })
}

/** Enqueues the handling of an event, now or at `runAt`. Several requests for the same event become one job. */
export async function enqueueEvent(
  cx: Inside,
  { account, eventId, runAt = cx.now() }: { account: string; eventId: string; runAt?: number },
): Promise<void> {
  const dedupeKey = `event:${account}:${eventId}`
  await enqueue(cx, "apply-payment-event", { payload: { account, eventId }, runAt, dedupeKey })
}

/** Enqueues the events about a charge that arrived before the charge was recorded. */
export async function enqueueWaiting(cx: Inside, account: string, paymentId: string): Promise<void> {
  for (const { event_id } of await listWaitingEvents(cx, account, paymentId)) {
    await enqueueEvent(cx, { account, eventId: event_id })
  }
}
