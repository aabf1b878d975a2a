import type { Context } from "#access/context.ts"
import { enqueue } from "#jobs/job-store.ts"
import type { JobPayloads } from "#jobs/jobs.ts"
import { sendToBuyer } from "./send-to-buyer.ts"

export async function mailClaim(cx: Context, payload: JobPayloads["mail-claim"]): Promise<void> {
  const { purchaseId, request } = payload
  const id = () => `claim-${purchaseId}-${request}`
  const waitMs = await sendToBuyer(cx, { kind: "mail-claim", purchaseId, occasion: "claim", id })
  if (waitMs === 0) return
  const later = { runAt: cx.now() + waitMs, dedupeKey: `mail-claim:${purchaseId}` }
  await cx.atomically((cx) => enqueue(cx, "mail-claim", { payload, ...later }))
}
