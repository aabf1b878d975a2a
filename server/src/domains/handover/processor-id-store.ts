import type { Inside } from "#access/context.ts"
import { claim, release } from "#storage/directory.ts"
import type { Schema } from "#storage/schema.ts"

type Purchase = Schema["purchases"]

type ProcessorIds = Partial<Pick<Purchase, "checkout_session_id" | "payment_id">>

/** Claims new processor ids of a purchase, so that no payment pays for two. @throws Error when one is another workspace's. */
export async function claimProcessorIds(
  cx: Inside,
  workspaceId: Purchase["workspace_id"],
  { checkout_session_id, payment_id }: ProcessorIds,
): Promise<void> {
  for (const [kind, key] of [
    ["checkout_session", checkout_session_id],
    ["payment", payment_id],
  ] as const) {
    if (key && !(await claim(cx.db, { kind, key, workspaceId }, cx.now()))) {
      throw new Error(`The ${kind.replace("_", " ")} belongs to a purchase of another workspace.`)
    }
  }
}

/** Releases the checkout session of a purchase that was deleted unpaid. */
export async function releaseCheckoutSession(
  { db }: Inside,
  { workspace_id: workspaceId, checkout_session_id }: Pick<Purchase, "workspace_id" | "checkout_session_id">,
): Promise<void> {
  if (checkout_session_id) await release(db, { kind: "checkout_session", key: checkout_session_id, workspaceId })
}
