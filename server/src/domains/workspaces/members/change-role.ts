import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import type { Member } from "#access/caller.ts"
import type { Context, Inside } from "#access/context.ts"
import { type Role, roles } from "#access/roles.ts"
import { recordSecurityEvent } from "#access/security-event.ts"
import { endGrantsOfMember } from "#domains/connections/index.ts"
import { lenientIdInput } from "#kernel/id-input.ts"
import { lastOwner, noSuchMember, ownersOnly } from "../workspace-errors.ts"
import { deleteInvitationsBy } from "./invitation-store.ts"
import { mayInvite } from "./invite-right.ts"
import { countOwners, deleteMember, findRole, holdMembers, listMemberRows, updateRole } from "./member-store.ts"

const accountId = lenientIdInput.describe("The member's id, as listMembers answers it.")

/** Who belongs to the workspace, in the order they joined. */
export const listMembers = workspaceAction({
  scope: "console",
  role: "viewer",
  input: z.object({}),
  output: z.object({
    items: z.array(
      z.object({
        accountId: z.string(),
        email: z.string(),
        name: z.string().nullable(),
        role: z.enum(roles),
        joinedAt: z.int(),
        isCaller: z.boolean(),
      }),
    ),
  }),
  async run(cx) {
    const members = await listMemberRows(cx)
    return { items: members.map((member) => ({ ...member, isCaller: member.accountId === cx.accountId })) }
  },
})

/** Gives a member another role. Only owners make owners, or take that from one; there is always one left. */
export const changeRole = workspaceAction({
  scope: "console",
  role: "admin",
  input: z.object({ accountId, role: z.enum(roles) }),
  output: z.object({ accountId: z.string(), role: z.enum(roles) }),
  async run(cx, { accountId, role }) {
    await cx.atomically(async (cx) => {
      const held = await holdRole(cx, accountId)
      if (held === role) return
      if (held === "owner" || role === "owner") await needOwner(cx)
      if (held === "owner") await refuseLastOwner(cx)
      await updateRole(cx, accountId, role)
      await endInvitations(cx, accountId, role)
    })
    recordSecurityEvent(cx, "member_role_changed", { ...byCaller(cx), accountId, reason: role })
    return { accountId, role }
  },
})

/** Takes a member out of the workspace: whatever they do in it next, an agent's call of theirs too, is refused. */
export const removeMember = workspaceAction({
  scope: "console",
  role: "admin",
  input: z.object({ accountId }),
  output: z.object({ accountId: z.string() }),
  async run(cx, { accountId }) {
    const ended = await cx.atomically(async (cx) => {
      const held = await holdRole(cx, accountId)
      if (held === "owner") {
        await needOwner(cx)
        await refuseLastOwner(cx)
      }
      return loseMembership(cx, accountId)
    })
    noteLoss(cx, { accountId, reason: "removed" }, ended)
    return { accountId }
  },
})

/** Leaves the workspace; the last owner cannot. */
export const leaveWorkspace = workspaceAction({
  scope: "console",
  role: "viewer",
  input: z.object({}),
  output: z.object({ accountId: z.string() }),
  async run(cx) {
    const ended = await cx.atomically(async (cx) => {
      if ((await holdRole(cx, cx.accountId)) === "owner") await refuseLastOwner(cx)
      return loseMembership(cx, cx.accountId)
    })
    noteLoss(cx, { accountId: cx.accountId, reason: "left" }, ended)
    return { accountId: cx.accountId }
  },
})

/** Takes a member out, and ends what rested on it: the invitations they made, and their connections to this workspace. */
async function loseMembership(cx: Inside & Member, accountId: string): Promise<string[]> {
  await deleteMember(cx, accountId)
  await endInvitations(cx, accountId, undefined)
  return endGrantsOfMember(cx, { accountId, workspaceId: cx.workspaceId })
}

function noteLoss(cx: Context<Member>, who: { accountId: string; reason: string }, ended: readonly string[]): void {
  recordSecurityEvent(cx, "member_left", { ...byCaller(cx), ...who })
  for (const connectionId of ended) {
    recordSecurityEvent(cx, "connection_ended", { ...byCaller(cx), ...who, connectionId, reason: "no_longer_member" })
  }
}

const byCaller = ({ accountId, workspaceId, network }: Member) => ({ byAccountId: accountId, workspaceId, network })

/** Ends the invitations that a member may not make any more with the role that they have now. */
async function endInvitations(cx: Inside & Member, accountId: string, held: Role | undefined): Promise<void> {
  const beyond = roles.filter((given) => held === undefined || !mayInvite(held, given))
  if (beyond.length > 0) await deleteInvitationsBy(cx, accountId, beyond)
}

/** The role of a member, which no other transaction changes until this one has ended. */
async function holdRole(cx: Inside & Member, accountId: string): Promise<Role> {
  await holdMembers(cx, cx.workspaceId)
  const role = await findRole(cx, accountId)
  if (!role) throw noSuchMember()
  return role
}

async function needOwner(cx: Inside & Member): Promise<void> {
  if ((await findRole(cx, cx.accountId)) !== "owner") throw ownersOnly()
}

async function refuseLastOwner(cx: Inside & Member): Promise<void> {
  if ((await countOwners(cx)) < 2) throw lastOwner()
}
