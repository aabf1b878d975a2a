import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { newId } from "#kernel/ids.ts"
import { lockTree } from "../storage/index.ts"
import { folderName } from "./drive-input.ts"
import { checkPlace, checkRoom, folder, nameTaken, parentId } from "./folder.ts"
import { insertFolder } from "./folder-store.ts"

export const createFolder = workspaceAction("member", "console", {
  changes: ["drive"],
  input: z.object({ name: folderName, parentId: parentId.default(null) }),
  output: folder,
  async run(cx, { name, parentId }) {
    return cx.atomically(async (cx) => {
      await lockTree(cx, cx.workspaceId)
      await checkRoom(cx)
      await checkPlace(cx, parentId, 1)
      const { workspaceId: workspace_id, accountId: created_by } = cx
      const row = { id: newId("folder"), workspace_id, parent_id: parentId, name, created_by }
      const made = await insertFolder(cx, row)
      if (!made) throw nameTaken()
      return { id: made.id, name, parentId }
    })
  },
})
