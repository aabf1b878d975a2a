import { z } from "zod"
import { personAction, publicAction } from "#access/action.ts"
import type { Outside, Reading } from "#access/context.ts"
import { holdMembership } from "#access/membership-store.ts"
import { roles } from "#access/roles.ts"
import { recordSecurityEvent } from "#access/security-event.ts"
import { noSuchInvitation, otherAddress } from "../workspace-errors.ts"
import { invitationIdIn } from "./invitation-link.ts"
import { findInvitation, getEmail, type Invitation, takeInvitation } from "./invitation-store.ts"
import { mayInvite } from "./invite-right.ts"
import { insertMember } from "./member-store.ts"

const token = z.string().max(200).describe("The last part of the invitation's link.")

/** What an invitation's page shows to whoever holds the link. */
export const getInvitation = publicAction({
  input: z.object({ token }),
  output: z.object({
    workspaceName: z.string(),
    inviter: z.string(),
    email: z.string(),
    role: z.enum(roles),
    isForCaller: z.boolean().describe("Whether the caller is signed in with the invited address."),
  }),
  async run(cx, { token }) {
    const { workspaceName, inviterName, inviterEmail, email, role } = await getByToken(cx, token)
    const callerEmail = cx.caller.kind === "anonymous" ? undefined : await getEmail(cx, cx.caller.accountId)
    return { workspaceName, inviter: inviterName ?? inviterEmail, email, role, isForCaller: callerEmail === email }
  },
})

/**
 * Joins the workspace that an invitation is for. It is for its address alone: a link that was passed on lets nobody in.
 * It ends with its inviter's right to make it, which is held until this has committed.
 */
export const acceptInvitation = personAction({
  scope: "console",
  input: z.object({ token }),
  output: z.object({ workspaceSlug: z.string() }),
  async run(cx, { token }) {
    const { id, workspaceId, workspaceSlug, email, invitedBy } = await getByToken(cx, token)
    if ((await getEmail(cx, cx.accountId)) !== email) throw otherAddress()
    const joined = await cx.atomically(async (cx) => {
      const inviter = await holdMembership(cx, invitedBy, workspaceId)
      const role = await takeInvitation(cx, id, invitedBy)
      if (!role || !inviter || !mayInvite(inviter.role, role)) return undefined
      await insertMember(cx, { workspaceId, accountId: cx.accountId, role })
      return role
    })
    if (!joined) throw noSuchInvitation()
    const { accountId, network } = cx
    recordSecurityEvent(cx, "member_joined", {
      accountId,
      byAccountId: invitedBy,
      workspaceId,
      reason: joined,
      network,
    })
    return { workspaceSlug }
  },
})

async function getByToken(cx: Reading & Pick<Outside, "keyring">, token: string): Promise<Invitation> {
  const id = invitationIdIn(cx, token)
  const invitation = id === undefined ? undefined : await findInvitation(cx, id)
  if (!invitation) throw noSuchInvitation()
  return invitation
}
