import { useSyncExternalStore } from "react"
import { type AreaId, consoleAreas } from "../../../server/src/contract/console/areas.ts"
import type { ConsoleRoute } from "../../../server/src/contract/console/route.ts"
import type { ConsoleData, WorkspaceHere } from "../../../server/src/contract/pages/console.ts"
import { openListeners } from "./listeners.ts"

let start: ConsoleData["island"] | undefined

/** Stores the data of the document; the entry calls it before the first render. */
export function startHere(island: ConsoleData["island"]): void {
  start = island
}

/** The area, the workspace, the reader and the form token. */
export function here(): ConsoleData["island"] {
  if (!start) throw new Error("here() was called before startHere().")
  return start
}

const listeners = openListeners()

/** Merges changes that arrived after the document loaded. */
export function updateHere(changed: Partial<ConsoleData["island"]>): void {
  start = { ...here(), ...changed }
  listeners.tell()
}

/** `here` for components that render again when it changes. */
export function useHere(): ConsoleData["island"] {
  return useSyncExternalStore(listeners.subscribe, here)
}

/** The workspace in the address. @throws Error outside of a workspace's pages */
export function ourWorkspace(): WorkspaceHere {
  const { workspace } = here()
  if (!workspace) throw new Error("This page does not belong to a workspace.")
  return workspace
}

/** The roles, weakest first. */
export const strength = ["viewer", "member", "admin", "owner"]

type Place = Pick<ConsoleData["island"], "workspace" | "due">

const isEnough = ({ workspace }: Place, role: string) =>
  workspace !== null && strength.indexOf(workspace.role) >= strength.indexOf(role)

/** Whether the reader has `role` or a stronger one. The service checks it again. */
export function mayAs(role: "viewer" | "member" | "admin" | "owner"): boolean {
  return isEnough(here(), role)
}

/** Whether the page is listed: a seldom page is listed only while it has content. */
export function isDue({ id, isSeldom }: ConsoleRoute, place: Place = here()): boolean {
  return !isSeldom || place.due.includes(id)
}

/** The pages in the area's sidebar that the reader's role may open. */
export function shownRoutes(area: AreaId = here().area, place: Place = here()): readonly ConsoleRoute[] {
  const { routes }: { routes: readonly ConsoleRoute[] } = consoleAreas[area]
  return routes.filter(({ group, role }) => group !== undefined && (role === undefined || isEnough(place, role)))
}
