export { insertCover, leaveCover, useCover } from "./cover-store.ts"
