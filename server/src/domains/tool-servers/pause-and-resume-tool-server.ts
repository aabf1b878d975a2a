import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { narrowPermits } from "#access/permit-store.ts"
import { idInput } from "#kernel/id-input.ts"
import { changeServerRow, noSuchServer, noteServerChange, ownServer } from "./servers/index.ts"

export const pauseToolServer = workspaceAction("admin", "console", {
  changes: ["tool-servers"],
  input: z.object({ id: idInput }),
  output: z.object({ id: z.string() }),
  async run(cx, { id }) {
    await ownServer(cx, cx, id)
    await cx.atomically(async (cx) => {
      if (!(await changeServerRow(cx, id, { paused_at: cx.now() }))) throw noSuchServer()
      await narrowPermits(cx, cx.workspaceId)
    })
    noteServerChange(cx, "paused")
    return { id }
  },
})

export const resumeToolServer = workspaceAction("admin", "console", {
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
