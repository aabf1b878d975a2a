import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import {
  entryIds,
  listFilesById,
  listFoldersById,
  namesFolder,
  noSuchFile,
  noSuchFolder,
  toFolderPaths,
} from "../files/index.ts"

const entry = z.object({
  id: z.string(),
  name: z.string(),
  folderId: z.string().nullable(),
  folderPath: z.string(),
  deletedAt: z.int().nullable(),
})

/** Returns the names and places of files and folders, in the order of their ids. They may be in the trash. */
export const lookUpFiles = workspaceAction("viewer", "console", {
  input: z.strictObject({ ids: entryIds }),
  output: z.object({ items: z.array(entry) }),
  async run(cx, { ids }) {
    const rows = [
      ...(await listFilesById(cx, cx.workspaceId, ids)),
      ...(await listFoldersById(cx, cx.workspaceId, ids)).map((row) => ({ ...row, folder_id: row.parent_id })),
    ]
    const pathOf = await toFolderPaths(
      cx,
      cx.workspaceId,
      rows.map((row) => row.folder_id),
    )
    const items = ids.map((id) => {
      const row = rows.find((one) => one.id === id)
      if (!row) throw namesFolder(id) ? noSuchFolder() : noSuchFile()
      const { name, folder_id: folderId, deleted_at: deletedAt } = row
      return { id, name, folderId, folderPath: pathOf(folderId), deletedAt }
    })
    return { items }
  },
})
