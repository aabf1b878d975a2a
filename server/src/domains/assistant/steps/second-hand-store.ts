import type { Inside, Reading } from "#access/context.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"

/** Marks objects written by a conversation that had read text of outsiders. */
export async function markSecondHand(cx: Inside, workspaceId: WorkspaceId, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await cx.db
    .insertInto("second_hand_objects")
    .values(ids.map((id) => ({ workspace_id: workspaceId, object_id: id, created_at: cx.now() })))
    .onConflict((conflict) => conflict.columns(["workspace_id", "object_id"]).doNothing())
    .execute()
}

const batch = 500

export async function isSecondHand(cx: Reading, workspaceId: WorkspaceId, ids: readonly string[]): Promise<boolean> {
  for (let at = 0; at < ids.length; at += batch) {
    const found = await cx.db
      .selectFrom("second_hand_objects")
      .select("object_id")
      .where("workspace_id", "=", workspaceId)
      .where("object_id", "in", ids.slice(at, at + batch))
      .limit(1)
      .executeTakeFirst()
    if (found) return true
  }
  return false
}
