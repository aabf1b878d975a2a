import type { ConsoleRoute } from "./route.ts"

/** Every page of those who run the service, once, in the order of the sidebar. */
export const operatorRoutes: readonly ConsoleRoute[] = []
