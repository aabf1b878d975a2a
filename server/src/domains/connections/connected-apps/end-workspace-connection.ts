import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { idInput } from "#kernel/id-input.ts"
import { endHere, getEndable, noteEnded } from "./end-here.ts"

/**
 * Ends what a connection can do in the workspace: one that is for this workspace ends, one for every workspace keeps
 * the others. From the commit on it opens and writes nothing here.
 */
export const endWorkspaceConnection = workspaceAction({
  scope: "console",
  role: "viewer",
  input: z.object({ id: idInput }),
  output: z.object({ id: z.string() }),
  async run(cx, { id }) {
    noteEnded(cx, await cx.atomically(async (cx) => endHere(cx, await getEndable(cx, id))))
    return { id }
  },
})
