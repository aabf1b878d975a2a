import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { narrowPermits } from "#access/permit-store.ts"
import { recordSecurityEvent } from "#access/security-event.ts"
import { announceMember, memberEvents } from "#domains/accounts/index.ts"
import { enqueue } from "#jobs/job-store.ts"
import { ServiceError } from "#kernel/error.ts"
import { noteWorkspaceChange } from "../note-workspace-change.ts"
import { announceWorkspace, workspaceEvents } from "../slugs/index.ts"
import { accountId, byCaller, lockRole, needOwner } from "./member.ts"
import { updateRole } from "./member-store.ts"

/** Makes another member an owner and the caller an admin. The other member gets a mail, and can hand it back. */
export const handOverWorkspace = workspaceAction("owner", "console", {
  changes: ["members"],
  input: z.object({
    accountId,
    name: z.string().max(200).describe("The workspace's name, to show that this is meant."),
  }),
  output: z.object({ accountId: z.string() }),
  async run(cx, { accountId, name }) {
    if (name.trim() !== cx.workspace.name) throw notThatName()
    if (accountId === cx.accountId) throw toOneself()
    await cx.atomically(async (cx) => {
      const formerRole = await lockRole(cx, accountId)
      await needOwner(cx)
      await updateRole(cx, accountId, "owner")
      await updateRole(cx, cx.accountId, "admin")
      const { workspaceId } = cx
      const former = { accountId: cx.accountId, role: "admin", formerRole: "owner" } as const
      announceMember(cx, memberEvents.roleChanged, { workspaceId, data: { accountId, role: "owner", formerRole } })
      announceMember(cx, memberEvents.roleChanged, { workspaceId, data: former })
      announceWorkspace(cx, workspaceEvents.ownershipTransferred, {
        fromAccountId: cx.accountId,
        toAccountId: accountId,
      })
      await narrowPermits(cx, cx.workspaceId) // the assistant has fewer permissions in some roles
      const news = { workspaceId: cx.workspaceId, byAccountId: cx.accountId, at: cx.now() }
      await enqueue(cx, "mail-workspace", { payload: { ...news, event: "handed_over" } })
    })
    recordSecurityEvent(cx, "member_role_changed", { ...byCaller(cx), accountId, reason: "owner" })
    recordSecurityEvent(cx, "member_role_changed", { ...byCaller(cx), accountId: cx.accountId, reason: "admin" })
    noteWorkspaceChange(cx, "handed_over")
    return { accountId }
  },
})

const notThatName = () =>
  new ServiceError("invalid_request", "Workspace name does not match.", {
    hint: "Type it exactly as shown.",
    field: "name",
  })

const toOneself = () =>
  new ServiceError("conflict", "You already own this workspace.", {
    hint: "Choose another member.",
    field: "accountId",
  })
