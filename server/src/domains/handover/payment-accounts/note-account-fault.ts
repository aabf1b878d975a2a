import type { Context } from "#access/context.ts"
import type { ProcessorError } from "#adapters/payments/port.ts"
import { enqueue } from "#jobs/job-store.ts"
import { writeFault } from "./account-words.ts"
import { findProcessorRow, updateProcessorRow } from "./processor-account-store.ts"

/** An account is checked this often at most, however many of its calls are refused. */
const pauseMs = 60_000

/** Enqueues a check of an account whose call was refused. Only the check decides whether it can sell. */
export async function noteAccountFault(cx: Context, account: string, { outcome }: ProcessorError): Promise<void> {
  if (outcome !== "account-fault") return
  const before = await findProcessorRow(cx, account)
  if (before?.state !== "ready") return
  await cx.atomically(async (cx) => {
    const fault = writeFault({ code: "call-refused", at: cx.now() })
    const lookAt = Math.max(cx.now(), (before.checked_at ?? 0) + pauseMs)
    if (!(await updateProcessorRow(cx, before, { fault, look_at: lookAt }))) return
    await enqueue(cx, "look-at-account", { payload: { account }, runAt: lookAt, dedupeKey: `look:${account}` })
  })
}
