import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { roleCovers } from "#access/roles.ts"
import { ServiceError } from "#kernel/error.ts"
import { idInput } from "#kernel/id-input.ts"
import { credentialHolder } from "../calls/index.ts"
import { noteServerChange, ownServer } from "../servers/index.ts"
import { endTokens } from "../tokens/index.ts"
import { endSignIns } from "./sign-in-store.ts"

/** Ends the caller's own sign-in, or, as an admin, the shared one. Revokes the token at the server. */
export const signOutOfToolServer = workspaceAction("member", "console", {
  changes: ["tool-servers"],
  input: z.object({ id: idInput }),
  output: z.object({ id: z.string() }),
  async run(cx, { id }) {
    const server = await ownServer(cx, cx, id)
    if (server.credentials === "shared" && !roleCovers(cx.role, "admin")) throw adminsOnly()
    const holder = credentialHolder({ server, accountId: cx.accountId })
    await cx.atomically(async (cx) => {
      if (holder !== null) await endTokens(cx, { serverId: id, holder })
      await endSignIns(cx, id, cx.accountId)
    })
    noteServerChange(cx, "signed_out")
    return { id }
  },
})

const adminsOnly = () =>
  new ServiceError("workspace_forbidden", "Only admins can sign out of a shared server.", {
    hint: "Ask an admin of the workspace.",
    neededRole: "admin",
  })
