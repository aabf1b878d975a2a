import type { Context } from "#access/context.ts"
import { enqueue } from "#jobs/job-store.ts"
import { takeDueListings } from "../payment-accounts/index.ts"

/** How often the sessions of an account are listed; so long after a restore nothing may be looked for yet. */
const everyMs = 10 * 60_000

/** How many accounts are begun with in one sweep. */
const atOnce = 50

/**
 * Has the sessions of each processor account listed every ten minutes, a few accounts at a time. A database that was
 * restored from a backup is ten minutes away from it at the most.
 */
export async function enqueueSessionListings(cx: Context): Promise<void> {
  await cx.atomically(async (cx) => {
    for (const { account } of await takeDueListings(cx, { limit: atOnce, nextAt: cx.now() + everyMs })) {
      await enqueue(cx, "list-sessions", { payload: { account }, dedupeKey: `list-sessions:${account}` })
    }
  })
}
