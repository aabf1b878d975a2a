import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { newId } from "#kernel/ids.ts"
import { lockTree } from "../storage/index.ts"
import { folderName } from "./drive-input.ts"
import { checkPlace, checkRoom, folder, parentId } from "./folder.ts"
import { maxFolderDepth } from "./folder-path.ts"
import { insertFolder, listSubfolders } from "./folder-store.ts"

/** Makes the missing folders of a path. Returns the last one; `madeId` is the uppermost new one. */
export const makeFolders = workspaceAction("member", "console", {
  changes: ["drive"],
  input: z.object({ parentId: parentId.default(null), names: z.array(folderName).min(1).max(maxFolderDepth) }),
  output: folder.extend({ madeId: z.string().nullable() }),
  async run(cx, input) {
    return cx.atomically(async (cx) => {
      await lockTree(cx, cx.workspaceId)
      await checkPlace(cx, input.parentId, input.names.length)
      let last = { id: "", name: "", parentId: input.parentId }
      let madeId: string | null = null
      for (const [depth, name] of input.names.entries()) {
        const inside: string | null = depth === 0 ? input.parentId : last.id
        const [known] = await listSubfolders(cx, cx.workspaceId, { parentId: inside, name, limit: 1 })
        last = { id: known?.id ?? newId("folder"), name, parentId: inside }
        if (known) continue
        await checkRoom(cx)
        const made = { id: last.id, workspace_id: cx.workspaceId, parent_id: inside, name, created_by: cx.accountId }
        await insertFolder(cx, made)
        madeId ??= made.id
      }
      return { ...last, madeId }
    })
  },
})
