import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { loseMembership, noteLoss } from "./lose-membership.ts"
import { lockRole, refuseLastOwner } from "./member.ts"

/** Leaves the workspace; the last owner cannot. */
export const leaveWorkspace = workspaceAction("viewer", "console", {
  changes: ["members"],
  input: z.object({}),
  output: z.object({ accountId: z.string() }),
  async run(cx) {
    const ended = await cx.atomically(async (cx) => {
      if ((await lockRole(cx, cx.accountId)) === "owner") await refuseLastOwner(cx)
      return loseMembership(cx, { accountId: cx.accountId, reason: "left" })
    })
    noteLoss(cx, { accountId: cx.accountId, reason: "left" }, ended)
    return { accountId: cx.accountId }
  },
})
