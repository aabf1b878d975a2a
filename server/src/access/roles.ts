import type { Role } from "#contract/console/route.ts"

export type { Role }

/** Weakest first. Each role includes the ones before it. */
export const roles = ["viewer", "member", "admin", "owner"] as const satisfies readonly Role[]

export function roleCovers(held: Role, needed: Role): boolean {
  return roles.indexOf(held) >= roles.indexOf(needed)
}
