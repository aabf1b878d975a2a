import { type Role, roleCovers } from "#access/roles.ts"

/** Admins may invite, but only owners may invite owners. */
export function mayInvite(held: Role, given: Role): boolean {
  return roleCovers(held, given === "owner" ? "owner" : "admin")
}
