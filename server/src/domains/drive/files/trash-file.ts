import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { idInput } from "#kernel/id-input.ts"
import { noSuchFile } from "./drive-errors.ts"
import { trashFileRow } from "./file-store.ts"

/** Puts a file into the trash for 30 days. Offers that have it, and what was sold, deliver it all the same. Members may. */
export const trashFile = workspaceAction({
  scope: "console",
  role: "member",
  input: z.object({ id: idInput }),
  output: z.object({ id: z.string() }),
  async run(cx, { id }) {
    if (!(await cx.atomically((cx) => trashFileRow(cx, cx.workspaceId, id)))) throw noSuchFile()
    return { id }
  },
})
