import type { Inside } from "#access/context.ts"
import type { EndpointKey } from "../endpoints/index.ts"

const open = (cx: Inside, { id, workspace_id }: EndpointKey) =>
  cx.db
    .updateTable("webhook_deliveries")
    .where("workspace_id", "=", workspace_id)
    .where("endpoint_id", "=", id)
    .where("ended_at", "is", null)

/** Withdraws what members asked to send again. */
export async function withdrawRepeats(cx: Inside, { id, workspace_id }: EndpointKey): Promise<void> {
  await cx.db
    .updateTable("webhook_deliveries")
    .set({ again_at: null, again_by: null })
    .where("workspace_id", "=", workspace_id)
    .where("endpoint_id", "=", id)
    .where("again_at", "is not", null)
    .execute()
}

/** Makes waiting retries due at once. */
export async function hurryHeads(cx: Inside, key: EndpointKey): Promise<void> {
  await open(cx, key).set({ due_at: cx.now() }).where("due_at", "is not", null).execute()
}
