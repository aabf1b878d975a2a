import type { Context, Inside } from "#access/context.ts"
import type { PaymentEvent } from "#adapters/payments/port.ts"
import { enqueue } from "#jobs/job-store.ts"
import { insertPaymentEvent, listWaitingEvents } from "./payment-event-store.ts"

/**
 * Takes in a webhook event whose signature held: keeps it and leaves the work to a job, so that the processor has its
 * answer at once. The same event again is no fault and has no second effect.
 */
export async function receivePaymentEvent(cx: Context, account: string, event: PaymentEvent): Promise<void> {
  if (event.kind === "other") return
  await cx.atomically(async (cx) => {
    await insertPaymentEvent(cx, account, event)
    await enqueueEvent(cx, { account, eventId: event.id })
  })
}

/** Has an event worked through, now or at `runAt`; once, however often it is asked for meanwhile. */
export async function enqueueEvent(
  cx: Inside,
  { account, eventId, runAt = cx.now() }: { account: string; eventId: string; runAt?: number },
): Promise<void> {
  const dedupeKey = `event:${account}:${eventId}`
  await enqueue(cx, "apply-payment-event", { payload: { account, eventId }, runAt, dedupeKey })
}

/** Has the events about a charge worked through that came before the charge was recorded. */
export async function enqueueWaiting(cx: Inside, account: string, paymentId: string): Promise<void> {
  for (const { event_id } of await listWaitingEvents(cx, account, paymentId)) {
    await enqueueEvent(cx, { account, eventId: event_id })
  }
}
