import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { byRemoval, listOf } from "#kernel/cursor.ts"
import { listInput, pageEnd } from "#kernel/list-input.ts"
import { toFolderPaths } from "../files/index.ts"
import { listTrashedFileRows, listTrashedFolderRows } from "./browse-store.ts"
import { fileSummary, toFileSummary } from "./file-summary.ts"

const pages = listOf("trashed-files", byRemoval)

const mostFolders = 200

/** Lists the drive's trash, latest first. Leaves out files and folders that were trashed with their folder. */
export const listDriveTrash = workspaceAction("viewer", "console", {
  input: z.object(listInput(100)),
  output: z.object({
    folders: z
      .array(z.object({ id: z.string(), name: z.string(), folderPath: z.string(), deletedAt: z.int() }))
      .describe(`The ${mostFolders} that went there last; on the first page only.`),
    files: z.array(fileSummary),
    ...pageEnd,
  }),
  async run(cx, asked) {
    const { items, ...end } = await pages.find(asked, (part) => listTrashedFileRows(cx, cx.workspaceId, part))
    const folders = asked.cursor === undefined ? await listTrashedFolderRows(cx, cx.workspaceId, mostFolders) : []
    const inside = [...items.map((row) => row.folder_id), ...folders.map((row) => row.parent_id)]
    const pathOf = await toFolderPaths(cx, cx.workspaceId, inside)
    return {
      folders: folders.map(({ id, name, parent_id, deleted_at }) => {
        return { id, name, folderPath: pathOf(parent_id), deletedAt: deleted_at ?? 0 }
      }),
      files: items.map((row) => toFileSummary(row, pathOf)),
      ...end,
    }
  },
})
