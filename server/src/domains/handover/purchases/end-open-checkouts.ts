import type { Inside } from "#access/context.ts"
import { enqueue } from "#jobs/job-store.ts"
import { listOpenCheckouts } from "./open-checkout-store.ts"

export async function endOpenCheckouts(cx: Inside, of: Parameters<typeof listOpenCheckouts>[1]): Promise<void> {
  for (const { id } of await listOpenCheckouts(cx, of)) {
    await enqueue(cx, "expire-session", { payload: { purchaseId: id }, dedupeKey: `expire:${id}` })
  }
}
