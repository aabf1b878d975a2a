import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { idInput } from "#kernel/id-input.ts"
import { noSuchFile } from "./drive-errors.ts"
import { trashFileRow } from "./file-store.ts"

/** Moves a file to the trash for 30 days. Offers with it, and purchases of them, still deliver it. Members may. */
export const trashFile = workspaceAction({
  scope: "console",
  role: "member",
  changes: ["drive"],
  input: z.object({ id: idInput }),
  output: z.object({ id: z.string() }),
  async run(cx, { id }) {
    if (!(await cx.atomically((cx) => trashFileRow(cx, cx.workspaceId, id)))) throw noSuchFile()
    return { id }
  },
})
