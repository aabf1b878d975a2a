export { noteServerChange } from "./note-server-change.ts"
export { ownServer } from "./own-server.ts"
export { sealPlace, sealUrl, unsealPlace, unsealUrl } from "./place.ts"
export { noSuchServer, quotesServer, refusalFor, refusedCall, sentenceFor, unanswerable } from "./refusals.ts"
export {
  changeServerRow,
  deleteServerRows,
  findAnyServerRow,
  findNamesOrEmails,
  insertServerRow,
  listDueServerIds,
  listServerRows,
  lockServerRow,
  lockServers,
  nextNumber,
  type ServerRow,
} from "./server-store.ts"
