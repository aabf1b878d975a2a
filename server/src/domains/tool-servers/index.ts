export {
  endToolSignInsOfAccount,
  endToolSignInsOfMember,
  refreshToolServer,
  removeToolServers,
  revokeToolToken,
  sweepToolServers,
} from "./as-needed.ts"
export {
  callbackPath,
  clientDocumentPath,
  issuerKeyPattern,
  sealedFlows,
  sealedPlaces,
  sealedToolTokens,
  sealedUrls,
} from "./places/index.ts"
