export { endsOfSittings, keepSittings } from "./keep-sittings.ts"
export { keptVersions } from "./sitting-store.ts"
