import type { Context } from "#access/context.ts"
import { notify } from "#domains/notifications/index.ts"
import { enqueue } from "#jobs/job-store.ts"
import { findSilence, noteMissed, noteTold } from "../events/index.ts"
import { findPaymentAccountRow } from "../payment-accounts/index.ts"

/** How many listings in a row must find what no webhook brought before somebody is told. */
const missedAtMost = 2

/**
 * Tells those who can mend it that an account's webhook is silent: twice in a row something is known that is older than
 * 15 minutes, and of which no webhook told. They are told once, and again after webhooks have come in between.
 * Returns whether there is such a thing now.
 */
export async function watchHook(cx: Context, account: string): Promise<boolean> {
  const row = await findPaymentAccountRow(cx, account)
  const isMissed = await findSilence(cx, account, row?.hook_made_at ?? 0)
  await cx.atomically(async (cx) => {
    const { missed, told_at } = (await noteMissed(cx, account, isMissed)) ?? { missed: 0, told_at: null }
    if (missed < missedAtMost || told_at !== null || row?.disabled_at) return
    await noteTold(cx, account)
    if (!row) return enqueue(cx, "mail-silent-hook", { payload: { account }, dedupeKey: `silent-hook:${account}` })
    await notify(cx, { workspaceId: row.workspace_id, what: "hook_silent", words: [], thing: account })
  })
  if (isMissed) cx.log.warn({ account }, "Events of an account are known from its list alone: its webhook is silent.")
  return isMissed
}
