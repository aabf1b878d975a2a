import { z } from "zod"
import type { Inside } from "#access/context.ts"
import { roles } from "#access/roles.ts"
import { type EventKind, event, noteEvent, withExample } from "#changes/note-event.ts"
import type { WorkspaceId } from "#kernel/workspace-id.ts"

const accountId = z.string()
const role = z.enum(roles)

const joined = z.object({ accountId, email: z.string(), name: z.string().nullable(), role })
const roleChanged = z.object({ accountId, role, formerRole: role })
const left = z.object({
  accountId,
  reason: z.enum(["left", "removed", "erased"]).describe("`erased`: the account was deleted."),
})

export const memberEvents = {
  joined: withExample(
    { name: "Ada", role: "member" },
    event("member.joined", joined, "A person accepted an invitation."),
  ),
  roleChanged: withExample(
    { role: "admin", formerRole: "member" },
    event("member.role_changed", roleChanged, "A member got another role."),
  ),
  left: event("member.left", left, "A member left or was removed."),
}

export function announceMember<Data extends z.ZodType>(
  cx: Inside,
  type: EventKind<Data>,
  { workspaceId, data }: { workspaceId: WorkspaceId; data: z.input<Data> & { accountId: string } },
): void {
  noteEvent(cx, { workspaceId, type, subject: data.accountId, data: () => data })
}
