import type { Inside, Member } from "#access/context.ts"
import type { Role } from "#access/roles.ts"
import { lenientIdInput } from "#kernel/id-input.ts"
import { lastOwner, noSuchMember, ownersOnly } from "../workspace-errors.ts"
import { countOwners, findRole, lockMembers } from "./member-store.ts"

export const accountId = lenientIdInput.describe("The member's id, as listMembers answers it.")

/** The caller's fields in the security log's entries about members. */
export const byCaller = ({ accountId, workspaceId, network }: Member) => ({
  byAccountId: accountId,
  workspaceId,
  network,
})

export async function lockRole(cx: Inside & Member, accountId: string): Promise<Role> {
  await lockMembers(cx, cx.workspaceId)
  const role = await findRole(cx, accountId)
  if (!role) throw noSuchMember()
  return role
}

export async function needOwner(cx: Inside & Member): Promise<void> {
  if ((await findRole(cx, cx.accountId)) !== "owner") throw ownersOnly()
}

export async function refuseLastOwner(cx: Inside & Member): Promise<void> {
  if ((await countOwners(cx)) < 2) throw lastOwner()
}
