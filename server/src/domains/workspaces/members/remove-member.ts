import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { loseMembership, noteLoss } from "./lose-membership.ts"
import { accountId, lockRole, needOwner, refuseLastOwner } from "./member.ts"

/** Removes a member. All their later calls in the workspace, and those of their agents, are refused. */
export const removeMember = workspaceAction("admin", "console", {
  changes: ["members"],
  input: z.object({ accountId }),
  output: z.object({ accountId: z.string() }),
  async run(cx, { accountId }) {
    const ended = await cx.atomically(async (cx) => {
      const current = await lockRole(cx, accountId)
      if (current === "owner") {
        await needOwner(cx)
        await refuseLastOwner(cx)
      }
      return loseMembership(cx, { accountId, reason: "removed" })
    })
    noteLoss(cx, { accountId, reason: "removed" }, ended)
    return { accountId }
  },
})
