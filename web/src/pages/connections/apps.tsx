import type { PageData } from "../../page-data.ts"
import { App } from "./app.tsx"

/** Connected apps, one below the other. */
export function Apps({ apps }: Pick<PageData["connections"], "apps">) {
  return apps.map((app) => (
    <App key={`${app.member?.email} ${app.clientId} ${app.isLoopback ? "" : app.redirectHost}`} {...app} />
  ))
}
