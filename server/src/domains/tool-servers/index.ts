export {
  endToolSignInsOfAccount,
  endToolSignInsOfMember,
  refreshToolServer,
  removeToolServers,
  revokeToolToken,
  sweepToolServers,
} from "./as-needed.ts"
export { callbackPath, clientDocumentPath, sealedFlows, sealedPlaces, sealedToolTokens } from "./places/index.ts"
