import type { Context, Inside, Reading } from "#access/context.ts"
import { inBatches } from "#access/in-batches.ts"
import { noteChange } from "#changes/note-change.ts"
import { enqueue } from "#jobs/job-store.ts"
import { dayMs } from "#kernel/time/units.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { giveRoomBack } from "../storage/index.ts"
import { type FileRow, keepTrashedFile, listTrashedFiles, removeTrashedFile } from "./file-store.ts"
import { removeTrashedFolders } from "./folder-store.ts"

const trashMs = 30 * dayMs
const batch = 50

/**
 * Deletes files after 30 days, and empty folders. An offer's former file stays while `isNeeded`, since sold files must
 * be delivered. It cannot become needed again: offers accept only files outside the trash.
 */
export async function sweepDriveTrash(
  cx: Context,
  isNeeded: (cx: Reading, file: { id: string; workspaceId: WorkspaceId }) => Promise<boolean>,
): Promise<void> {
  const trashedUntil = cx.now() - trashMs
  const files = await listTrashedFiles(cx, { trashedUntil, heldUntil: trashedUntil, limit: batch })
  for (const file of files) {
    const { id, held_at, workspace_id: workspaceId } = file
    const keeps = held_at !== null && (await isNeeded(cx, { id, workspaceId }))
    await cx.atomically((cx) => (keeps ? keepTrashedFile(cx, file) : removeForGood(cx, file, trashedUntil)))
  }
  await inBatches(cx, (cx, limit) => removeTrashedFolders(cx, trashedUntil, limit))
}

async function removeForGood(cx: Inside, trashed: FileRow, trashedUntil: number): Promise<void> {
  const file = await removeTrashedFile(cx, trashed, trashedUntil)
  if (!file) return
  await giveRoomBack(cx, file.workspace_id, file.size_bytes + (file.picture_bytes ?? 0))
  noteChange(cx, { workspaceId: file.workspace_id, kind: "drive" })
  await enqueue(cx, "remove-blob", { payload: { blobKey: file.blob_key } })
}
