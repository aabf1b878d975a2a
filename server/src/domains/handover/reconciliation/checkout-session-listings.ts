import type { Context } from "#access/context.ts"
import { enqueue } from "#jobs/job-store.ts"
import { minuteMs } from "#kernel/time/units.ts"
import { checkoutSessionListings, eventListings, startEventListings } from "../payment-accounts/index.ts"

/** How often a processor account is listed. This is how long a restore, or a silent webhook, can go unnoticed. */
const everyMs = 10 * minuteMs

const atOnce = 50

/** Enqueues the listing of each processor account's checkout sessions and events every ten minutes, a few at a time. */
export async function enqueueListings(cx: Context): Promise<void> {
  await cx.atomically(async (cx) => {
    await startEventListings(cx)
    const claim = { limit: atOnce, nextAt: cx.now() + everyMs }
    for (const { processor_account: processorAccount } of await checkoutSessionListings.takeDue(cx, claim)) {
      await enqueue(cx, "list-sessions", {
        payload: { processorAccount },
        dedupeKey: `list-sessions:${processorAccount}`,
      })
    }
    for (const { processor_account: processorAccount } of await eventListings.takeDue(cx, claim)) {
      await enqueue(cx, "list-events", { payload: { processorAccount }, dedupeKey: `list-events:${processorAccount}` })
    }
  })
}
