import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { entryIds, namesFolder } from "./drive-input.ts"
import { moveFileToTrash, takeFileFromTrash } from "./trash-and-restore-file.ts"
import { moveFolderToTrash, takeFolderFromTrash } from "./trash-and-restore-folder.ts"

/** Moves files and folders to the trash, all or none. */
export const trashFiles = workspaceAction("member", "console", {
  changes: ["drive"],
  input: z.strictObject({ ids: entryIds }),
  output: z.object({ ids: z.array(z.string()) }),
  async run(cx, { ids }) {
    return cx.atomically(async (cx) => {
      for (const id of ids) await (namesFolder(id) ? moveFolderToTrash : moveFileToTrash)(cx, id)
      return { ids }
    })
  },
})

export const restoreFiles = workspaceAction("member", "console", {
  changes: ["drive"],
  input: z.strictObject({ ids: entryIds }),
  output: z.object({ items: z.array(z.object({ id: z.string(), name: z.string() })) }),
  async run(cx, { ids }) {
    return cx.atomically(async (cx) => {
      const items: { id: string; name: string }[] = []
      for (const id of ids) items.push(await (namesFolder(id) ? takeFolderFromTrash : takeFileFromTrash)(cx, id))
      return { items }
    })
  },
})
