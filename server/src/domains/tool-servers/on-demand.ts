// Attaches, reviews, calls and sweeps tool servers. Imported on the first use.

export { attachToolServer } from "./attach-tool-server.ts"
export {
  callUsableTool,
  enqueueDueToolServers,
  listMissingSignIns,
  listUsableTools,
  misfitOfCall,
  noteRefusedTools,
  refreshToolServer,
  type UsableCall,
  type UsableTool,
} from "./calls/index.ts"
export { checkToolServer } from "./check-tool-server.ts"
export { detachToolServer } from "./detach-tool-server.ts"
export { getToolServer } from "./get-tool-server.ts"
export { listToolServers } from "./list-tool-servers.ts"
export { pauseToolServer, resumeToolServer } from "./pause-and-resume-tool-server.ts"
export { reviewToolServer } from "./review-tool-server.ts"
export { quotesServer } from "./servers/index.ts"
export {
  deleteOverSignIns,
  finishToolServerSignIn,
  listOwnToolSignIns,
  signInToToolServer,
  signOutOfToolServer,
} from "./sign-ins/index.ts"
export { deleteEndedBefore, revokeToolToken } from "./tokens/index.ts"
