import type { Context } from "#access/context.ts"
import { notify } from "#domains/notifications/index.ts"
import { enqueue } from "#jobs/job-store.ts"
import { findSilence, noteMissed, noteSilenceReported } from "../events/index.ts"
import { findPaymentAccountRow } from "../payment-accounts/index.ts"

const missedAtMost = 2

/**
 * Reports a processor account's silent webhook, once per silence: two listings in a row found something older than 15
 * minutes that it missed. Returns whether the webhook misses something now.
 */
export async function watchHook(cx: Context, processorAccount: string): Promise<boolean> {
  const row = await findPaymentAccountRow(cx, processorAccount)
  const isMissed = await findSilence(cx, processorAccount, row?.hook_made_at ?? 0)
  await cx.atomically(async (cx) => {
    const { missed, notified_at } = (await noteMissed(cx, processorAccount, isMissed)) ?? {
      missed: 0,
      notified_at: null,
    }
    if (missed < missedAtMost || notified_at !== null || row?.disabled_at) return
    await noteSilenceReported(cx, processorAccount)
    if (!row)
      return enqueue(cx, "mail-silent-hook", {
        payload: { processorAccount, at: cx.now() },
        dedupeKey: `silent-hook:${processorAccount}`,
      })
    await notify(cx, { workspaceId: row.workspace_id, what: "hook_silent", words: [], thing: processorAccount })
  })
  if (isMissed)
    cx.log.warn({ account: processorAccount }, "The webhook of an account is silent: only its list has the events.")
  return isMissed
}
