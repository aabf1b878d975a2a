import type { Inside } from "#access/context.ts"
import { enqueue } from "#jobs/job-store.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"
import { emptiesAll, emptiesBlobs, emptiesSome } from "#storage/delete-rows.ts"

/** Deletes folders without subfolders. A deep tree takes several rounds. */
async function emptyFolders(cx: Inside, id: WorkspaceId): Promise<number> {
  const outer = cx.db
    .selectFrom("folders as inner_folder")
    .select("inner_folder.parent_id")
    .where("inner_folder.workspace_id", "=", id)
    .where("inner_folder.parent_id", "is not", null)
  const deleted = await cx.db
    .deleteFrom("folders")
    .where("workspace_id", "=", id)
    .where("id", "not in", outer.$castTo<{ parent_id: string }>())
    .executeTakeFirst()
  return Number(deleted.numDeletedRows)
}

/** Expires a workspace's uploads, so that the next sweep removes them and their bytes. */
async function endUploads(cx: Inside, id: WorkspaceId): Promise<number> {
  await cx.db.updateTable("uploads").set({ expires_at: 0 }).where("workspace_id", "=", id).execute()
  return 0
}

export const emptyDrive = [
  endUploads,
  emptiesSome("share_links"),
  emptiesBlobs("files", (cx, blobKey) => enqueue(cx, "remove-blob", { payload: { blobKey } })),
  emptiesSome("upload_links"),
  emptyFolders,
]

export const emptyDriveStorage = [emptiesAll("drive_storage")]
