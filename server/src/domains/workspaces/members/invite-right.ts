import { type Role, roleCovers } from "#access/roles.ts"

/** Whether a role may invite others as `given`: admins may, but only owners may invite owners. */
export function mayInvite(held: Role, given: Role): boolean {
  return roleCovers(held, given === "owner" ? "owner" : "admin")
}
