import { accountRoutes } from "./account-routes.ts"
import { operatorRoutes } from "./operator-routes.ts"
import type { ConsoleRoute } from "./route.ts"
import { workspaceRoutes } from "./workspace-routes.ts"

interface ConsoleArea {
  /** What its ways at the side are called. */
  title: string
  routes: readonly ConsoleRoute[]
}

/**
 * The parts of the console: what belongs to a workspace (below `/<slug>`), to a person (below `/account`), and to those
 * who run the service (below `/operator`; to others there is nothing).
 */
export const consoleAreas = {
  workspace: { title: "Workspace", routes: workspaceRoutes },
  account: { title: "Your account", routes: accountRoutes },
  operator: { title: "Operators", routes: operatorRoutes },
} as const satisfies Record<string, ConsoleArea>

export type AreaId = keyof typeof consoleAreas
