import { accountRoutes } from "./account-routes.ts"
import { operatorRoutes } from "./operator-routes.ts"
import type { ConsoleRoute } from "./route.ts"
import { workspaceRoutes } from "./workspace-routes.ts"

interface ConsoleArea {
  /** The title of its navigation in the sidebar. */
  title: string
  routes: readonly ConsoleRoute[]
}

/**
 * The parts of the console: a workspace (below `/<slug>`), a person's account (below `/account`), and the operators'
 * pages (below `/operator`, which do not exist for other people).
 */
export const consoleAreas = {
  workspace: { title: "Workspace", routes: workspaceRoutes },
  account: { title: "Your account", routes: accountRoutes },
  operator: { title: "Operators", routes: operatorRoutes },
} as const satisfies Record<string, ConsoleArea>

export type AreaId = keyof typeof consoleAreas
