/** Roles, weakest first. Each may do what the ones before it may. */
export const roles = ["viewer", "member", "admin", "owner"] as const

export type Role = (typeof roles)[number]

/** Tells whether somebody with `held` may do what asks for `needed`. */
export function roleCovers(held: Role, needed: Role): boolean {
  return roles.indexOf(held) >= roles.indexOf(needed)
}
