import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { idInput } from "#kernel/id-input.ts"
import { endInWorkspace, getEndable, noteEnded } from "./end-in-workspace.ts"

/** A connection for one workspace ends; one for every workspace keeps its access to the others. */
export const endWorkspaceConnection = workspaceAction("viewer", "console", {
  changes: ["connections"],
  input: z.object({ id: idInput }),
  output: z.object({ id: z.string() }),
  async run(cx, { id }) {
    noteEnded(cx, await cx.atomically(async (cx) => endInWorkspace(cx, await getEndable(cx, id))))
    return { id }
  },
})
