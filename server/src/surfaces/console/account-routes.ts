import { type ConsoleRoute, list } from "./route.ts"

/** Every page of what belongs to a person, once, in the order of the sidebar. */
export const accountRoutes: readonly ConsoleRoute[] = [
  {
    id: "account/purchases",
    path: "/purchases",
    title: "What you bought",
    group: "You",
    reads: () => [list("list-bought")],
  },
]
