import type { Context } from "#access/context.ts"
import { enqueue } from "#jobs/job-store.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { collectNotice, countSale, insertNotice, readNotice } from "../purchases/index.ts"

/** How many sales of a workspace are mailed one by one before the rest of the hour comes in one mail. */
export const singleMails = 10
export const windowMs = 3_600_000

/**
 * Decides, once for each sale, how the seller is told. True: by a mail of its own. False: it is left to the digest that
 * goes out when the hour is over; a stranger who takes free offers by the hundred fills nobody's mailbox.
 */
export function isMailedAlone(
  cx: Context,
  { id, workspace_id: workspaceId }: { id: string; workspace_id: WorkspaceId },
): Promise<boolean> {
  return cx.atomically(async (cx) => {
    const isNew = await insertNotice(cx, { purchase_id: id, workspace_id: workspaceId })
    if (!isNew) return (await readNotice(cx, id)).window_at === null
    const { startedAt: windowAt, sales } = await countSale(cx, workspaceId, windowMs)
    if (sales <= singleMails) return true
    await collectNotice(cx, id, windowAt)
    const once = { runAt: windowAt + windowMs, dedupeKey: `mail-sales:${workspaceId}:${windowAt}` }
    await enqueue(cx, "mail-sales", { payload: { workspaceId, windowAt }, ...once })
    return false
  })
}
