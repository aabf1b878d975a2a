import type { ConsoleData } from "../../../server/src/surfaces/pages/console/data.ts"

let start: ConsoleData["island"] | undefined

/** Keeps what the document says of its reader; the entry calls it before anything is drawn. */
export function startHere(island: ConsoleData["island"]): void {
  start = island
}

/** Where and who the reader is: the workspace, their role in it, and what shows the service that a request is theirs. */
export function here(): ConsoleData["island"] {
  if (!start) throw new Error("The console has not begun.")
  return start
}

const strength = ["viewer", "member", "admin", "owner"]

/** Whether the reader's role does for what needs `role`. What they may not do is refused by the service all the same. */
export function mayAs(role: "viewer" | "member" | "admin" | "owner"): boolean {
  return strength.indexOf(here().workspace.role) >= strength.indexOf(role)
}
