import type { Role } from "../../../server/src/contract/console/route.ts"
import { ourWorkspace } from "./here.ts"

const all: readonly { value: Role; label: string }[] = [
  { value: "viewer", label: "Viewer: reads" },
  { value: "member", label: "Member: reads and writes" },
  { value: "admin", label: "Admin: manages as well" },
  { value: "owner", label: "Owner: decides about owners as well" },
]

export const roleNames = { owner: "Owner", admin: "Admin", member: "Member", viewer: "Viewer" } as const

/** The roles that the reader may assign, with descriptions. */
export function rolesToGive(): readonly { value: Role; label: string }[] {
  return all.filter(({ value }) => value !== "owner" || ourWorkspace().role === "owner")
}
