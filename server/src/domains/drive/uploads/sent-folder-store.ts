import { sql } from "kysely"
import type { Inside } from "#access/context.ts"
import { noteChange } from "#changes/note-change.ts"
import { ownRow } from "#storage/own-row.ts"
import { lockTree } from "../storage/index.ts"
import type { UploadRow } from "./upload-store.ts"

/**
 * Removes the folders that were made for an ended upload's file, from the innermost one up, as long as they are empty:
 * nothing was ever in them, nothing will arrive, and no member renamed, moved, shared or used them.
 */
export async function removeSentFolders(cx: Inside, { folder_id, upload_link_id, workspace_id }: UploadRow) {
  if (folder_id === null || upload_link_id === null) return
  await lockTree(cx, workspace_id)
  let id: string | null = folder_id
  while (id !== null) {
    const removed: { parent_id: string | null } | undefined = await removeUnused(cx, {
      id,
      upload_link_id,
      workspace_id,
    })
    if (!removed) return
    noteChange(cx, { workspaceId: workspace_id, kind: "drive" })
    id = removed.parent_id
  }
}

function removeUnused(cx: Inside, folder: Pick<UploadRow, "id" | "upload_link_id" | "workspace_id">) {
  const uses = [
    sql`select 1 from files where files.workspace_id = folders.workspace_id and files.folder_id = folders.id`,
    sql`select 1 from folders as inner_folders
      where inner_folders.workspace_id = folders.workspace_id and inner_folders.parent_id = folders.id`,
    sql`select 1 from uploads
      where uploads.workspace_id = folders.workspace_id and uploads.folder_id = folders.id and uploads.state = 'open'`,
    sql`select 1 from share_links
      where share_links.workspace_id = folders.workspace_id and share_links.folder_id = folders.id`,
    sql`select 1 from upload_links
      where upload_links.workspace_id = folders.workspace_id and upload_links.folder_id = folders.id`,
  ]
  return cx.db
    .deleteFrom("folders")
    .where(ownRow({ workspaceId: folder.workspace_id }, folder.id))
    .where("upload_link_id", "=", folder.upload_link_id)
    .where("deleted_at", "is", null)
    .whereRef("updated_at", "=", "created_at")
    .where(sql<boolean>`not exists (${sql.join(uses, sql` union all `)})`)
    .returning("parent_id")
    .executeTakeFirst()
}
