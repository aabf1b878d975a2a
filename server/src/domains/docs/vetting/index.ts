export { newDoc } from "./new-doc.ts"
export { type ReadUpdate, readUpdate, type Struct } from "./read-update.ts"
export { isBearable, isHeavy } from "./try-aside.ts"
export { newClientsOf, tryUpdate } from "./vetting-doc.ts"
