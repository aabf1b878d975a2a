export { emptyToolServers, endToolSignInsOfMember, forgetToolSignIns } from "./end-member-sign-ins.ts"
export {
  callbackPath,
  clientDocumentPath,
  issuerKeyPattern,
  sealedFlows,
  sealedPlaces,
  sealedToolTokens,
  sealedUrls,
} from "./places/index.ts"
export { sweepToolServers } from "./sweeps/index.ts"
