import { areaWords } from "../words.ts"
import { type ConsoleRoute, list, read } from "./route.ts"

export const accountRoutes: readonly ConsoleRoute[] = [
  {
    id: "account/profile",
    path: "/",
    title: "Your account",
    group: "You",
    reads: ({ search: { panel } }) => [
      read("get-profile"),
      read("list-workspaces", { limit: 100 }),
      read("list-passkeys"),
      read("list-sessions"),
      ...(panel === "erase" ? [read("get-erasure")] : []),
    ],
  },
  {
    id: "account/notifications",
    path: "/notifications",
    title: "Notifications",
    group: "You",
    reads: () => [list("list-notifications")],
  },
  {
    id: "account/notification-settings",
    path: "/notifications/settings",
    title: areaWords.notificationSettings,
    reads: () => [read("get-notification-settings"), read("get-push")],
  },
  {
    id: "account/connections",
    path: "/connections",
    title: areaWords.connectedApps,
    group: "You",
    reads: () => [list("list-connections", { limit: 100 })],
  },
  {
    id: "account/connection",
    path: "/connections/$id",
    title: "App activity",
    reads: ({ params: { id } }) => [read("get-connection", { id }), list("list-audit-entries", { id, limit: 50 })],
  },
  {
    id: "account/purchases",
    path: "/purchases",
    title: "Purchases",
    group: "You",
    reads: ({ search: { open } }) => [list("list-bought"), ...(open ? [read("get-bought", { id: open })] : [])],
  },
]
