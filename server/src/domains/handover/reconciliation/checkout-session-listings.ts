import type { Context } from "#access/context.ts"
import { enqueue } from "#jobs/job-store.ts"
import { checkoutSessionListings, eventListings, startEventListings } from "../payment-accounts/index.ts"

/** How often an account is listed. This is how long a restore, or a silent webhook, can go unnoticed. */
const everyMs = 10 * 60_000

const atOnce = 50

/** Enqueues the listing of each processor account's checkout sessions and events every ten minutes, a few at a time. */
export async function enqueueListings(cx: Context): Promise<void> {
  await cx.atomically(async (cx) => {
    await startEventListings(cx)
    const claim = { limit: atOnce, nextAt: cx.now() + everyMs }
    for (const { account } of await checkoutSessionListings.takeDue(cx, claim)) {
      await enqueue(cx, "list-sessions", { payload: { account }, dedupeKey: `list-sessions:${account}` })
    }
    for (const { account } of await eventListings.takeDue(cx, claim)) {
      await enqueue(cx, "list-events", { payload: { account }, dedupeKey: `list-events:${account}` })
    }
  })
}
