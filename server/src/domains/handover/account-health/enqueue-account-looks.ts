import type { Context } from "#access/context.ts"
import { enqueue } from "#jobs/job-store.ts"
import { hookBase, takeDueLooksAt } from "../payment-accounts/index.ts"

/** When an account is due again if its look never records anything. */
const unansweredMs = 10 * 60_000

/** How many accounts one sweep starts with. */
const atOnce = 50

/**
 * Enqueues a look at each account that is due: hourly while it can sell, every ten minutes while it is stopped. One
 * whose webhook leads to a former address of this service is due at once.
 */
export async function enqueueAccountLooks(cx: Context): Promise<void> {
  const base = hookBase(cx)
  await cx.atomically(async (cx) => {
    for (const { account } of await takeDueLooksAt(cx, {
      limit: atOnce,
      nextAt: cx.now() + unansweredMs,
      hookBase: base,
    })) {
      await enqueue(cx, "look-at-account", { payload: { account }, dedupeKey: `look:${account}` })
    }
  })
}
