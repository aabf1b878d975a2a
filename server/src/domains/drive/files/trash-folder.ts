import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { idInput } from "#kernel/id-input.ts"
import { holdTree } from "../storage/index.ts"
import { noSuchFolder } from "./drive-errors.ts"
import { findFolder, listSubtree, moveSubtree } from "./folder-store.ts"

/** Moves a folder to the trash for 30 days, with everything in it. Members may. */
export const trashFolder = workspaceAction({
  scope: "console",
  role: "member",
  changes: ["drive"],
  input: z.object({ id: idInput }),
  output: z.object({ id: z.string() }),
  async run(cx, { id }) {
    return cx.atomically(async (cx) => {
      await holdTree(cx, cx.workspaceId)
      if (!(await findFolder(cx, cx.workspaceId, id))) throw noSuchFolder()
      await moveSubtree(cx, await listSubtree(cx, id, null), { from: null, to: cx.now() })
      return { id }
    })
  },
})
