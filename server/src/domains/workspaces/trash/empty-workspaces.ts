import type { Context, Inside, Reading } from "#access/context.ts"
import { inBatches } from "#access/in-batches.ts"
import { listMemberIds } from "#access/membership-store.ts"
import { endGrantsOfMember } from "#domains/connections/index.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { trashMs } from "../trash-time.ts"
import {
  deleteClickDays,
  deleteSome,
  deleteSomeBlobs,
  deleteSomeFolders,
  endUploads,
  leaveShell,
  listOverdue,
  releaseNames,
  removeMemberRow,
} from "./empty-store.ts"

const workspacesAtOnce = 20

/**
 * Deletes the content of workspaces that have been in the trash for 30 days. The next run continues an interrupted one.
 * Purchases stay as a record.
 * @param isSettled whether no payment of a workspace is under way. Until then it is kept, so that each payment still
 * ends delivered or refunded.
 */
export async function emptyWorkspaces(
  cx: Context,
  isSettled: (cx: Reading, workspaceId: WorkspaceId) => Promise<boolean>,
): Promise<void> {
  for (const id of await listOverdue(cx, cx.now() - trashMs, workspacesAtOnce)) {
    if (await isSettled(cx, id)) await emptyWorkspace(cx, id)
  }
}

/** In this order no row is deleted while another row refers to it. */
const steps: readonly ((cx: Inside, id: WorkspaceId, limit: number) => Promise<number>)[] = [
  (cx, id, limit) => deleteSome(cx, "short_links", { id, limit }),
  (cx, id, limit) => deleteSome(cx, "link_imports", { id, limit }),
  (cx, id, limit) => deleteSome(cx, "link_tags", { id, limit }),
  (cx, id, limit) => deleteSome(cx, "docs", { id, limit }),
  (cx, id, limit) => deleteSome(cx, "share_links", { id, limit }),
  (cx, id, limit) => deleteSome(cx, "offer_files", { id, limit }),
  (cx, id, limit) => deleteSomeBlobs(cx, "covers", { id, limit }),
  (cx, id, limit) => deleteSomeBlobs(cx, "files", { id, limit }),
  (cx, id, limit) => deleteSome(cx, "upload_links", { id, limit }),
  (cx, id, limit) => deleteSome(cx, "invitations", { id, limit }),
  (cx, id, limit) => deleteSome(cx, "domains", { id, limit }),
  (cx, id, limit) => deleteSome(cx, "mails", { id, limit }),
  releaseNames,
]

async function emptyWorkspace(cx: Context, id: WorkspaceId): Promise<void> {
  await cx.atomically((cx) => endUploads(cx, id))
  for (const step of steps) await inBatches(cx, (cx, limit) => step(cx, id, limit))
  // Only folders without subfolders are deleted, so a deep tree takes several rounds.
  while ((await cx.atomically((cx) => deleteSomeFolders(cx, id))) > 0);
  for (const accountId of await listMemberIds(cx, id)) {
    await cx.atomically(async (cx) => {
      await endGrantsOfMember(cx, { accountId, workspaceId: id })
      await removeMemberRow(cx, id, accountId)
    })
  }
  const { removeToolServers } = await import("#domains/tool-servers/on-demand.ts")
  await cx.atomically(async (cx) => {
    await deleteClickDays(cx, id)
    await removeToolServers(cx, id)
    await leaveShell(cx, id)
  })
}
