import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { idInput } from "#kernel/id-input.ts"
import { lockTree } from "../storage/index.ts"
import { mostEntries, namesFolder } from "./drive-input.ts"
import { placeFile } from "./edit-file.ts"
import { placeFolder } from "./edit-folder.ts"
import { parentId } from "./folder.ts"

/** Moves files and folders, all or none. */
export const moveFiles = workspaceAction("member", "console", {
  changes: ["drive"],
  input: z.strictObject({
    moves: z
      .array(z.strictObject({ id: idInput, folderId: parentId }))
      .min(1)
      .max(mostEntries),
  }),
  output: z.object({ moved: z.int() }),
  async run(cx, { moves }) {
    return cx.atomically(async (cx) => {
      await lockTree(cx, cx.workspaceId)
      for (const { id, folderId } of moves) {
        await (namesFolder(id) ? placeFolder(cx, id, { parentId: folderId }) : placeFile(cx, id, { folderId }))
      }
      return { moved: moves.length }
    })
  },
})
