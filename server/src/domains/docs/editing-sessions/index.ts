export { storedVersions } from "./session-store.ts"
export { endsOfEditingSessions, storeEditingSessions } from "./store-sessions.ts"
