import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { narrowPermits } from "#access/permit-store.ts"
import { roles } from "#access/roles.ts"
import { recordSecurityEvent } from "#access/security-event.ts"
import { announceMember, memberEvents } from "#domains/accounts/index.ts"
import { endInvitations } from "./end-invitations.ts"
import { accountId, byCaller, lockRole, needOwner, refuseLastOwner } from "./member.ts"
import { updateRole } from "./member-store.ts"

/** Changes a member's role. Only owners may make or demote owners; one must remain. */
export const changeRole = workspaceAction("admin", "console", {
  changes: ["members"],
  input: z.object({ accountId, role: z.enum(roles) }),
  output: z.object({ accountId: z.string(), role: z.enum(roles) }),
  async run(cx, { accountId, role }) {
    await cx.atomically(async (cx) => {
      const current = await lockRole(cx, accountId)
      if (current === role) return
      if (current === "owner" || role === "owner") await needOwner(cx)
      if (current === "owner") await refuseLastOwner(cx)
      await updateRole(cx, accountId, role)
      const { workspaceId } = cx
      announceMember(cx, memberEvents.roleChanged, { workspaceId, data: { accountId, role, formerRole: current } })
      await narrowPermits(cx, cx.workspaceId) // the assistant has fewer permissions in some roles
      await endInvitations(cx, accountId, role)
    })
    recordSecurityEvent(cx, "member_role_changed", { ...byCaller(cx), accountId, reason: role })
    return { accountId, role }
  },
})
