import type { Context, Inside, Member } from "#access/context.ts"
import { recordSecurityEvent } from "#access/security-event.ts"
import { announceMember, memberEvents } from "#domains/accounts/index.ts"
import { endGrantsOfMember } from "#domains/connections/index.ts"
import { endToolSignInsOfMember } from "#domains/tool-servers/index.ts"
import { endInvitations } from "./end-invitations.ts"
import { byCaller } from "./member.ts"
import { deleteMember } from "./member-store.ts"

/** Removes a member, their invitations to this workspace, and their connections to it. */
export async function loseMembership(
  cx: Inside & Member,
  { accountId, reason }: { accountId: string; reason: "left" | "removed" },
): Promise<string[]> {
  await deleteMember(cx, accountId)
  announceMember(cx, memberEvents.left, { workspaceId: cx.workspaceId, data: { accountId, reason } })
  await endInvitations(cx, accountId, undefined)
  await endToolSignInsOfMember(cx, { accountId, workspaceId: cx.workspaceId })
  return endGrantsOfMember(cx, { accountId, workspaceId: cx.workspaceId })
}

/** Logs the lost membership and the connections that ended with it to the security log. */
export function noteLoss(cx: Context<Member>, who: { accountId: string; reason: string }, ended: readonly string[]) {
  recordSecurityEvent(cx, "member_left", { ...byCaller(cx), ...who })
  for (const connectionId of ended) {
    recordSecurityEvent(cx, "connection_ended", { ...byCaller(cx), ...who, connectionId, reason: "no_longer_member" })
  }
}
