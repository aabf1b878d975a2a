import { accountRoutes } from "./account-routes.ts"
import { operatorRoutes } from "./operator-routes.ts"
import type { ConsoleRoute } from "./route.ts"
import { workspaceRoutes } from "./workspace-routes.ts"

interface ConsoleArea {
  title: string
  routes: readonly ConsoleRoute[]
}

/** A workspace (`/<slug>`), a person's account (`/account`), the operators' pages (`/operator`, hidden from others). */
export const consoleAreas = {
  workspace: { title: "Workspace", routes: workspaceRoutes },
  account: { title: "Your account", routes: accountRoutes },
  operator: { title: "Operators", routes: operatorRoutes },
} as const satisfies Record<string, ConsoleArea>

export type AreaId = keyof typeof consoleAreas
