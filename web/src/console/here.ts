import { useSyncExternalStore } from "react"
import { type AreaId, consoleAreas } from "../../../server/src/contract/console/areas.ts"
import type { ConsoleRoute } from "../../../server/src/contract/console/route.ts"
import type { ConsoleData, WorkspaceHere } from "../../../server/src/contract/pages/console.ts"
import { openListeners } from "./listeners.ts"

let start: ConsoleData["island"] | undefined

/** Keeps what the document says of its reader; the entry calls it before anything is drawn. */
export function startHere(island: ConsoleData["island"]): void {
  start = island
}

/** Where and who the reader is: the area, the workspace, and what shows the service that a request is theirs. */
export function here(): ConsoleData["island"] {
  if (!start) throw new Error("The console has not begun.")
  return start
}

const listeners = openListeners()

/** Changes what has changed of it since the document came. */
export function updateHere(changed: Partial<ConsoleData["island"]>): void {
  start = { ...here(), ...changed }
  listeners.tell()
}

/** The same as `here`, for what is to be drawn again when it changes. */
export function useHere(): ConsoleData["island"] {
  return useSyncExternalStore(listeners.subscribe, here)
}

/** The workspace that the address names, for pages that are below one. */
export function ourWorkspace(): WorkspaceHere {
  const { workspace } = here()
  if (!workspace) throw new Error("This is not a page of a workspace.")
  return workspace
}

const strength = ["viewer", "member", "admin", "owner"]

type Place = Pick<ConsoleData["island"], "workspace" | "due">

const isEnough = ({ workspace }: Place, role: string) =>
  workspace !== null && strength.indexOf(workspace.role) >= strength.indexOf(role)

/** Whether the reader's role in this workspace does for what needs `role`. What they may not do is refused by the service all the same. */
export function mayAs(role: "viewer" | "member" | "admin" | "owner"): boolean {
  return isEnough(here(), role)
}

/** Whether a page that has its place only while there is something on it has it now. */
export function isDue({ id, isSeldom }: ConsoleRoute, place: Place = here()): boolean {
  return !isSeldom || place.due.includes(id)
}

/** The pages of an area that have a place at its side, and that the reader's role does for. */
export function shownRoutes(area: AreaId = here().area, place: Place = here()): readonly ConsoleRoute[] {
  const { routes }: { routes: readonly ConsoleRoute[] } = consoleAreas[area]
  return routes.filter(({ group, role }) => group !== undefined && (role === undefined || isEnough(place, role)))
}
