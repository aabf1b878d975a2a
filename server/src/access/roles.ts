/** Weakest first. Each role includes the ones before it. */
export const roles = ["viewer", "member", "admin", "owner"] as const

export type Role = (typeof roles)[number]

export function roleCovers(held: Role, needed: Role): boolean {
  return roles.indexOf(held) >= roles.indexOf(needed)
}
