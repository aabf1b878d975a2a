import type { Context } from "#access/context.ts"
import { ProcessorError } from "#adapters/payments/port.ts"
import type { JobPayloads } from "#jobs/jobs.ts"
import { claimHook, forgetHook, updateHook } from "./hook-row-store.ts"
import { unsealKeys } from "./payment-account.ts"
import { findPaymentAccountRow } from "./payment-account-store.ts"

/**
 * Removes the webhook that we made for a removed processor account, or for one whose seller made one by hand. If the
 * key may not remove it, the job ends: the processor disables a webhook that always fails.
 */
export async function removeHook(cx: Context, { processorAccount }: JobPayloads["remove-hook"]): Promise<void> {
  const row = await findPaymentAccountRow(cx, processorAccount)
  if (!row || (row.disabled_at === null && row.hook_id !== null)) return
  const isClaimed = row.disabled_at !== null || (await cx.atomically((cx) => claimHook(cx, processorAccount)))
  if (!isClaimed) throw new Error("The account's webhook is being made.")
  try {
    await cx.payments.removeHook(unsealKeys(cx.keyring, row))
  } catch (error) {
    if (!(error instanceof ProcessorError) || error.outcome !== "account-fault") throw error
    cx.log.warn({ account: processorAccount }, "The webhook of a removed account could not be removed.")
  }
  await cx.atomically((cx) =>
    row.disabled_at === null ? updateHook(cx, processorAccount, {}) : forgetHook(cx, processorAccount),
  )
}
