import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { idInput } from "#kernel/id-input.ts"
import { lookAtServer } from "./calls/index.ts"
import { ownServer } from "./servers/index.ts"

/** Refreshes a server's tools, with the caller's own sign-in or the shared one. Admins may. */
export const checkToolServer = workspaceAction({
  scope: "console",
  role: "admin",
  changes: ["tool-servers"],
  input: z.object({ id: idInput }),
  output: z.object({ id: z.string() }),
  async run(cx, { id }) {
    const server = await ownServer(cx, cx, id)
    await lookAtServer(cx, { server, accountId: cx.accountId }, AbortSignal.timeout(60_000))
    return { id }
  },
})
