import type { Context } from "#access/context.ts"
import { enqueue } from "#jobs/job-store.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { collectNotice, countSale, insertNotice, readNotice } from "../purchases/index.ts"

/** How many sales of a workspace get a mail each before the rest of the hour shares one. */
export const singleMails = 10
export const windowMs = 3_600_000

/**
 * Decides, once for each sale, how the seller is told. True: in its own mail. False: in the digest at the end of the
 * hour, so that hundreds of free orders cannot fill a mailbox.
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
