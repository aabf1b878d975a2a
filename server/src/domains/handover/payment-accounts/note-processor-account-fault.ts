import type { Context } from "#access/context.ts"
import type { ProcessorError } from "#adapters/payments/port.ts"
import { enqueue } from "#jobs/job-store.ts"
import { findProcessorRow, updateProcessorRow } from "./processor-account-store.ts"
import { writeFault } from "./processor-account-words.ts"

/** A processor account is checked this often at most, however many of its calls are refused. */
const pauseMs = 60_000

/** Enqueues a check of a processor account whose call was refused. Only the check decides whether it can sell. */
export async function noteProcessorAccountFault(cx: Context, processorAccount: string, { outcome }: ProcessorError) {
  if (outcome !== "account-fault") return
  const before = await findProcessorRow(cx, processorAccount)
  if (before?.state !== "ready") return
  await cx.atomically(async (cx) => {
    const fault = writeFault({ code: "call-refused", at: cx.now() })
    const pollAt = Math.max(cx.now(), (before.checked_at ?? 0) + pauseMs)
    if (!(await updateProcessorRow(cx, before, { fault, poll_at: pollAt }))) return
    await enqueue(cx, "poll-account", {
      payload: { processorAccount },
      runAt: pollAt,
      dedupeKey: `poll:${processorAccount}`,
    })
  })
}
