import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { narrowPermits } from "#access/permit-store.ts"
import { recordSecurityEvent } from "#access/security-event.ts"
import { idInput } from "#kernel/id-input.ts"
import { changeServerRow, findServerRow, noSuchServer } from "./servers/index.ts"

/** Keeps a tool server from being used, as it is, until it is resumed. Admins may. */
export const pauseToolServer = workspaceAction({
  scope: "console",
  role: "admin",
  changes: ["tool-servers"],
  input: z.object({ id: idInput }),
  output: z.object({ id: z.string() }),
  async run(cx, { id }) {
    if (!(await findServerRow(cx, cx, id))) throw noSuchServer()
    await cx.atomically(async (cx) => {
      if (!(await changeServerRow(cx, id, { paused_at: cx.now() }))) throw noSuchServer()
      await narrowPermits(cx, cx.workspaceId)
    })
    const { accountId, workspaceId, network } = cx
    recordSecurityEvent(cx, "tool_server_changed", { accountId, workspaceId, reason: "paused", network })
    return { id }
  },
})
