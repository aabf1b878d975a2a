import type { Context, Inside } from "#access/context.ts"
import { limitHourly } from "#access/limits/hourly-limit.ts"
import type { ListedEvent, PaymentEvent } from "#adapters/payments/port.ts"
import { enqueue } from "#jobs/job-store.ts"
import { ServiceError } from "#kernel/error.ts"
import { noteHook } from "./hook-store.ts"
import { insertPaymentEvent, isFull, recallEvents } from "./payment-event-store.ts"

const perHour = 20_000

/**
 * Stores a webhook event whose signature was valid, once, and enqueues its handling, so that the processor gets its
 * response at once. Throws `rate_limited`; the processor sends what is refused again, and lists it.
 */
export async function receivePaymentEvent(cx: Context, processorAccount: string, event: PaymentEvent): Promise<void> {
  await noteHook(cx, processorAccount)
  if (event.kind === "other") return
  await limitHourly(cx, `payment-events:${processorAccount}`, { hits: perHour, sentence: tooMany })
  if (await isFull(cx, processorAccount)) throw enoughWaiting()
  await cx.atomically(async (cx) => {
    if (await insertPaymentEvent(cx, { processorAccount, event, cameBy: "hook", createdAt: cx.now() })) {
      await enqueueEvents(cx, processorAccount)
    }
  })
}

const tooMany = "Too many events of this account came in the last hour."

const enoughWaiting = () =>
  new ServiceError("rate_limited", "Too many events of this account wait to be handled.", {
    hint: "Send it again later.",
    retryAfterSeconds: 60,
  })

export async function storeListedEvents(cx: Inside, processorAccount: string, listed: readonly ListedEvent[]) {
  let isNew = false
  for (const { event, createdAt } of listed) {
    if (event.kind === "other") continue
    if (await insertPaymentEvent(cx, { processorAccount, event, cameBy: "list", createdAt })) isNew = true
  }
  if (isNew) await enqueueEvents(cx, processorAccount)
}

/** Enqueues the handling of an account's events. Only one such job of an account waits, so that lanes stay fair. */
export async function enqueueEvents(cx: Inside, processorAccount: string, runAt = cx.now()): Promise<void> {
  await enqueue(cx, "apply-payment-event", {
    payload: { processorAccount },
    runAt,
    dedupeKey: `events:${processorAccount}`,
  })
}

/** Enqueues the events about a charge that arrived before the charge was recorded. */
export async function enqueueWaiting(cx: Inside, processorAccount: string, paymentId: string): Promise<void> {
  if (await recallEvents(cx, processorAccount, paymentId)) await enqueueEvents(cx, processorAccount)
}
