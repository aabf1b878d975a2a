export { type Kept, keepSittings } from "./keep-sittings.ts"
export { keptVersions } from "./sitting-store.ts"
