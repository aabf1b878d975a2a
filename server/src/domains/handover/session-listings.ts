import type { Context } from "#kernel/context.ts"
import { enqueue } from "#kernel/job-store.ts"
import { takeDueListings } from "./session-listing-store.ts"

/** How often the sessions of an account are listed. */
const everyMs = 60 * 60_000

/** How many accounts are begun with in one sweep. */
const atOnce = 50

/**
 * Has the sessions of each processor account listed once an hour, a few accounts at a time. In a database that was
 * restored from a backup all of them are due.
 */
export async function enqueueSessionListings(cx: Context): Promise<void> {
  await cx.atomically(async (cx) => {
    for (const { account } of await takeDueListings(cx, { limit: atOnce, nextAt: cx.now() + everyMs })) {
      await enqueue(cx, "list-sessions", { account }, { dedupeKey: `list-sessions:${account}` })
    }
  })
}
