import { z } from "zod"
import { personAction } from "#access/action.ts"
import { lockMembership } from "#access/membership-store.ts"
import { recordSecurityEvent } from "#access/security-event.ts"
import { noteChange } from "#changes/note-change.ts"
import { announceMember, getAccount, memberEvents } from "#domains/accounts/index.ts"
import { notify } from "#domains/notifications/index.ts"
import { noSuchInvitation, otherAddress } from "../workspace-errors.ts"
import { takeInvitation } from "./invitation-store.ts"
import { getByToken, invitationToken } from "./invitation-token.ts"
import { mayInvite } from "./invite-right.ts"
import { insertMember } from "./member-store.ts"

/**
 * An invitation is valid for its address only, so a forwarded link is useless. It ends when its inviter loses the right
 * to invite; the inviter's membership stays locked until the commit.
 */
export const acceptInvitation = personAction("console", {
  input: z.object({ token: invitationToken }),
  output: z.object({ workspaceSlug: z.string() }),
  async run(cx, { token }) {
    const { id, workspaceId, workspaceSlug, email, invitedBy } = await getByToken(cx, token)
    const account = await getAccount(cx, cx.accountId)
    if (account.email !== email) throw otherAddress()
    const joined = await cx.atomically(async (cx) => {
      const inviter = await lockMembership(cx, invitedBy, workspaceId)
      const role = await takeInvitation(cx, id, invitedBy)
      if (!role || !inviter || !mayInvite(inviter.role, role)) return undefined
      const isNew = await insertMember(cx, { workspaceId, accountId: cx.accountId, role })
      noteChange(cx, { workspaceId, kind: "members" })
      noteChange(cx, { workspaceId, kind: "invitations" })
      const words = [account.name ?? account.email]
      const { email, name } = account
      const data = { accountId: cx.accountId, email, name, role }
      if (isNew) announceMember(cx, memberEvents.joined, { workspaceId, data })
      if (isNew) await notify(cx, { workspaceId, what: "member_joined", words, thing: cx.accountId })
      return role
    })
    if (!joined) throw noSuchInvitation()
    const { accountId, network } = cx
    const about = { accountId, byAccountId: invitedBy, workspaceId, reason: joined, network }
    recordSecurityEvent(cx, "member_joined", about)
    return { workspaceSlug }
  },
})
