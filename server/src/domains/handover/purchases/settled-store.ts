import type { Reading } from "#access/context.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { findsRow } from "#storage/whether.ts"

/** Whether no payment to a workspace is under way or unclear: nothing more has to be delivered or given back. */
export async function isSettled(cx: Reading, workspaceId: WorkspaceId): Promise<boolean> {
  const isUnderWay = await findsRow(
    cx.db
      .selectFrom("purchases")
      .select("id")
      .where("workspace_id", "=", workspaceId)
      .where((row) =>
        row.or([
          row("state", "in", ["created", "open", "pending_async", "paid", "fulfil_failed", "refunding"]),
          row("unsettled_since", "is not", null),
        ]),
      )
      .where("settled_outside_at", "is", null),
  )
  if (isUnderWay) return false
  const unclear = cx.db.selectFrom("unclear_money").select("id").where("workspace_id", "=", workspaceId)
  return !(await findsRow(unclear.where("settled_at", "is", null)))
}

/** Whether what a workspace held was deleted for good, so that there is nothing left to hand over. */
export function isEmptied(cx: Reading, workspaceId: WorkspaceId): Promise<boolean> {
  return findsRow(
    cx.db.selectFrom("workspaces").select("id").where("id", "=", workspaceId).where("emptied_at", "is not", null),
  )
}
