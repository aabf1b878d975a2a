import type { ConnectionsData } from "../../../../server/src/surfaces/pages/connections/data.ts"
import { App } from "./app.tsx"

/** Connected apps, one below the other. */
export function Apps({ apps }: Pick<ConnectionsData, "apps">) {
  return apps.map((app) => <App key={`${app.clientId} ${app.isLoopback ? "" : app.redirectHost}`} {...app} />)
}
