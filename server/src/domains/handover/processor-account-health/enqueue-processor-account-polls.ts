import type { Context } from "#access/context.ts"
import { enqueue } from "#jobs/job-store.ts"
import { minuteMs } from "#kernel/time/units.ts"
import { hookBase, takeDuePollsAt } from "../payment-accounts/index.ts"

/** When a processor account is due again if the job records no result. */
const unansweredMs = 10 * minuteMs

const atOnce = 50

/**
 * Enqueues a check of each due processor account: hourly while it can sell, every ten minutes while it is stopped. An
 * account whose webhook points to a former address is due at once.
 */
export async function enqueueProcessorAccountPolls(cx: Context): Promise<void> {
  const base = hookBase(cx)
  await cx.atomically(async (cx) => {
    for (const { processor_account: processorAccount } of await takeDuePollsAt(cx, {
      limit: atOnce,
      nextAt: cx.now() + unansweredMs,
      hookBase: base,
    })) {
      await enqueue(cx, "poll-account", { payload: { processorAccount }, dedupeKey: `poll:${processorAccount}` })
    }
  })
}
