export { offerCover, toCover } from "./cover.ts"
export { type CoverRow, insertCover, leaveCover, listCovers, useCover } from "./cover-store.ts"
