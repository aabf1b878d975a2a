import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { idInput } from "#kernel/id-input.ts"
import { type EndedConnection, endInWorkspace, getEndable, noteEnded } from "./end-in-workspace.ts"
import { listOlderOfSameApp } from "./same-app-store.ts"

export const endOlderWorkspaceConnections = workspaceAction("viewer", "console", {
  changes: ["connections"],
  input: z.object({ id: idInput }),
  output: z.object({ ended: z.array(z.string()) }),
  async run(cx, { id }) {
    const ended = await cx.atomically(async (cx) => {
      const older = await listOlderOfSameApp(cx, await getEndable(cx, id))
      const here = older.filter(({ workspace_id }) => workspace_id === null || workspace_id === cx.workspaceId)
      const ended: EndedConnection[] = []
      for (const grant of here) ended.push(...(await endInWorkspace(cx, grant)))
      return ended
    })
    noteEnded(cx, ended)
    return { ended: ended.map(({ connectionId }) => connectionId) }
  },
})
