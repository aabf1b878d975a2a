import type { Inside, Member } from "#access/context.ts"
import { type Role, roles } from "#access/roles.ts"
import { deleteInvitationsBy } from "./invitation-store.ts"
import { mayInvite } from "./invite-right.ts"

/** Ends the invitations that a member may no longer make in their present role. */
export async function endInvitations(cx: Inside & Member, accountId: string, held: Role | undefined): Promise<void> {
  const beyond = roles.filter((given) => held === undefined || !mayInvite(held, given))
  if (beyond.length > 0) await deleteInvitationsBy(cx, accountId, beyond)
}
