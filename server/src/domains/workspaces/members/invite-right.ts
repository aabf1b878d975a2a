import { type Role, roleCovers } from "#access/roles.ts"

/** Whether somebody who holds a role may invite others as `given`: admins invite, and only owners invite owners. */
export function mayInvite(held: Role, given: Role): boolean {
  return roleCovers(held, given === "owner" ? "owner" : "admin")
}
