import type { Context } from "#access/context.ts"
import { enqueue } from "#jobs/job-store.ts"
import { takeDueListings } from "../payment-accounts/index.ts"

/** How often the sessions of an account are listed. A restore can go unnoticed for this long. */
const everyMs = 10 * 60_000

/** How many accounts one sweep starts with. */
const atOnce = 50

/**
 * Enqueues the listing of each processor account's sessions every ten minutes, a few accounts at a time. So sales that
 * a restore lost are found within about ten minutes.
 */
export async function enqueueSessionListings(cx: Context): Promise<void> {
  await cx.atomically(async (cx) => {
    for (const { account } of await takeDueListings(cx, { limit: atOnce, nextAt: cx.now() + everyMs })) {
      await enqueue(cx, "list-sessions", { payload: { account }, dedupeKey: `list-sessions:${account}` })
    }
  })
}
