import { z } from "zod"
import { workspaceAction } from "#access/action.ts"

import { recordSecurityEvent } from "#access/security-event.ts"
import { idInput } from "#kernel/id-input.ts"
import { changeServerRow, findServerRow, noSuchServer } from "./servers/index.ts"

/** Lets a paused tool server be used again. Admins may. */
export const resumeToolServer = workspaceAction({
  scope: "console",
  role: "admin",
  changes: ["tool-servers"],
  input: z.object({ id: idInput }),
  output: z.object({ id: z.string() }),
  async run(cx, { id }) {
    if (!(await findServerRow(cx, cx, id))) throw noSuchServer()
    await cx.atomically(async (cx) => {
      if (!(await changeServerRow(cx, id, { paused_at: null }))) throw noSuchServer()
    })
    const { accountId, workspaceId, network } = cx
    recordSecurityEvent(cx, "tool_server_changed", { accountId, workspaceId, reason: "resumed", network })
    return { id }
  },
})
