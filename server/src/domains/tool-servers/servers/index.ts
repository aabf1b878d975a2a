export { openPlace, sealPlace } from "./place.ts"
export { noSuchServer, refusalFor, sentenceFor } from "./refusals.ts"
export {
  changeServerRow,
  deleteServerRows,
  findAnyServerRow,
  findNames,
  findServerRow,
  holdServerRow,
  insertServerRow,
  listDueServerIds,
  listServerRows,
  nextNumber,
  type ServerRow,
} from "./server-store.ts"
