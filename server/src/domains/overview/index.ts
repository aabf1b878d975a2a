export { getOverview } from "./get-overview.ts"
export { resolveLinks } from "./resolve-links.ts"
