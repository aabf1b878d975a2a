import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { idInput } from "#kernel/id-input.ts"
import { changeServerRow, noSuchServer, noteServerChange, ownServer } from "./servers/index.ts"

/** Lets a paused tool server be used again. Admins may. */
export const resumeToolServer = workspaceAction({
  scope: "console",
  role: "admin",
  changes: ["tool-servers"],
  input: z.object({ id: idInput }),
  output: z.object({ id: z.string() }),
  async run(cx, { id }) {
    await ownServer(cx, cx, id)
    await cx.atomically(async (cx) => {
      if (!(await changeServerRow(cx, id, { paused_at: null }))) throw noSuchServer()
    })
    noteServerChange(cx, "resumed")
    return { id }
  },
})
