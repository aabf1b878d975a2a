import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { narrowPermits } from "#access/permit-store.ts"
import { roles } from "#access/roles.ts"
import { recordSecurityEvent } from "#access/security-event.ts"
import { endInvitations } from "./end-invitations.ts"
import { accountId, byCaller, holdRole, needOwner, refuseLastOwner } from "./member.ts"
import { updateRole } from "./member-store.ts"

/** Changes a member's role. Only owners may make or demote owners; one must remain. */
export const changeRole = workspaceAction({
  scope: "console",
  role: "admin",
  changes: ["members"],
  input: z.object({ accountId, role: z.enum(roles) }),
  output: z.object({ accountId: z.string(), role: z.enum(roles) }),
  async run(cx, { accountId, role }) {
    await cx.atomically(async (cx) => {
      const held = await holdRole(cx, accountId)
      if (held === role) return
      if (held === "owner" || role === "owner") await needOwner(cx)
      if (held === "owner") await refuseLastOwner(cx)
      await updateRole(cx, accountId, role)
      await narrowPermits(cx, cx.workspaceId) // another role may have the assistant do less
      await endInvitations(cx, accountId, role)
    })
    recordSecurityEvent(cx, "member_role_changed", { ...byCaller(cx), accountId, reason: role })
    return { accountId, role }
  },
})
