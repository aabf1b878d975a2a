import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { idInput } from "#kernel/id-input.ts"
import { readServerState } from "./calls/index.ts"
import { ownServer } from "./servers/index.ts"

export const checkToolServer = workspaceAction("admin", "console", {
  changes: ["tool-servers"],
  input: z.object({ id: idInput }),
  output: z.object({ id: z.string() }),
  async run(cx, { id }) {
    const server = await ownServer(cx, cx, id)
    await readServerState(cx, { server, accountId: cx.accountId }, AbortSignal.timeout(60_000))
    return { id }
  },
})
