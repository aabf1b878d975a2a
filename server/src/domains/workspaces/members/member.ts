import type { Member } from "#access/caller.ts"
import type { Inside } from "#access/context.ts"
import type { Role } from "#access/roles.ts"
import { lenientIdInput } from "#kernel/id-input.ts"
import { lastOwner, noSuchMember, ownersOnly } from "../workspace-errors.ts"
import { countOwners, findRole, holdMembers } from "./member-store.ts"

export const accountId = lenientIdInput.describe("The member's id, as listMembers answers it.")

/** What the security log says of a change to a member: who made it, and where. */
export const byCaller = ({ accountId, workspaceId, network }: Member) => ({
  byAccountId: accountId,
  workspaceId,
  network,
})

/** The role of a member, which no other transaction changes until this one has ended. */
export async function holdRole(cx: Inside & Member, accountId: string): Promise<Role> {
  await holdMembers(cx, cx.workspaceId)
  const role = await findRole(cx, accountId)
  if (!role) throw noSuchMember()
  return role
}

/** Refuses callers who are no owners, or not any more. */
export async function needOwner(cx: Inside & Member): Promise<void> {
  if ((await findRole(cx, cx.accountId)) !== "owner") throw ownersOnly()
}

/** Refuses to take the role of owner from the only one. */
export async function refuseLastOwner(cx: Inside & Member): Promise<void> {
  if ((await countOwners(cx)) < 2) throw lastOwner()
}
