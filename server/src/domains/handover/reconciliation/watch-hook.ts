import type { Context } from "#access/context.ts"
import { notify } from "#domains/notifications/index.ts"
import { enqueue } from "#jobs/job-store.ts"
import { findSilence, noteMissed, noteSilenceReported } from "../events/index.ts"
import { findPaymentAccountRow } from "../payment-accounts/index.ts"

const missedAtMost = 2

/**
 * Reports an account's silent webhook, once per silence: two listings in a row found something older than 15 minutes
 * that it missed. Returns whether the webhook misses something now.
 */
export async function watchHook(cx: Context, account: string): Promise<boolean> {
  const row = await findPaymentAccountRow(cx, account)
  const isMissed = await findSilence(cx, account, row?.hook_made_at ?? 0)
  await cx.atomically(async (cx) => {
    const { missed, told_at } = (await noteMissed(cx, account, isMissed)) ?? { missed: 0, told_at: null }
    if (missed < missedAtMost || told_at !== null || row?.disabled_at) return
    await noteSilenceReported(cx, account)
    if (!row) return enqueue(cx, "mail-silent-hook", { payload: { account }, dedupeKey: `silent-hook:${account}` })
    await notify(cx, { workspaceId: row.workspace_id, what: "hook_silent", words: [], thing: account })
  })
  if (isMissed) cx.log.warn({ account }, "The webhook of an account is silent: only its list has the events.")
  return isMissed
}
