import type { Role } from "../../../server/src/contract/console/route.ts"
import { ourWorkspace } from "./console-data.ts"

const all: readonly { value: Role; label: string }[] = [
  { value: "viewer", label: "Viewer: view only" },
  { value: "member", label: "Member: view and edit" },
  { value: "admin", label: "Admin: manage members and settings" },
  { value: "owner", label: "Owner: manage everything" },
]

/** The roles that the reader may assign, with descriptions. */
export function rolesToGive(): readonly { value: Role; label: string }[] {
  return all.filter(({ value }) => value !== "owner" || ourWorkspace().role === "owner")
}
