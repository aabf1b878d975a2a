import type { Reading } from "#access/context.ts"
import { everyWorkspace } from "#access/workspace-store.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { findsRow } from "#storage/whether.ts"
import { underWay } from "../purchase-states.ts"

/** Whether no payment to a workspace is under way or unclear: nothing more has to be delivered or given back. */
export async function isSettled(cx: Reading, workspaceId: WorkspaceId): Promise<boolean> {
  const isUnderWay = await findsRow(
    cx.db
      .selectFrom("purchases")
      .select("id")
      .where("workspace_id", "=", workspaceId)
      .where((row) => row.or([row("state", "in", [...underWay, "refunding"]), row("unsettled_since", "is not", null)]))
      .where("settled_outside_at", "is", null),
  )
  if (isUnderWay) return false
  const unclear = cx.db.selectFrom("unclear_money").select("id").where("workspace_id", "=", workspaceId)
  return !(await findsRow(unclear.where("settled_at", "is", null)))
}

/** Whether operators suspended the seller, or its content was permanently deleted. One in the trash still delivers. */
export async function getSellerState(
  cx: Reading,
  workspaceId: WorkspaceId,
): Promise<{ isSuspended: boolean; isEmptied: boolean }> {
  const { suspended_at, emptied_at } = await cx.db
    .selectFrom(everyWorkspace(cx.db))
    .select(["suspended_at", "emptied_at"])
    .where("id", "=", workspaceId)
    .executeTakeFirstOrThrow()
  return { isSuspended: suspended_at !== null, isEmptied: emptied_at !== null }
}

export function hasSoldSince(cx: Reading, processorAccount: string, since: number): Promise<boolean> {
  return findsRow(
    cx.db
      .selectFrom("purchases")
      .select("id")
      .where("processor_account", "=", processorAccount)
      .where("paid_at", ">=", since),
  )
}
