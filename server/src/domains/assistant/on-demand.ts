// The code that works on conversations and shows them. It is loaded with the first question to the assistant.

export type * from "#contract/shown.ts"
export {
  type CallFacts,
  type CallRow,
  type CallTransition,
  callTransitions,
  listCalls,
  type ProposedCall,
  proposeCall,
  storeCallAnswer,
  transitionCall,
} from "./calls/index.ts"
export {
  branchOf,
  type ConversationRow,
  deleteConversation,
  findConversation,
  followConversation,
  insertMessage,
  listConversations,
  listMessages,
  lockAndReadConversation,
  lockConversation,
  type MessageRow,
  renameConversation,
  updateConversation,
  updateMessage,
} from "./conversations/index.ts"
export type { EffectiveLevel } from "./effective-level.ts"
export { type Handles, unsealHandles } from "./handles.ts"
export { type Judge, openJudge, readPermitsOf } from "./permissions/index.ts"
export {
  askAssistant,
  causeOf,
  decideCalls,
  exportConversation,
  failureWords,
  findOpenRun,
  findRun,
  findRunMember,
  getCallAnswer,
  getConversation,
  isExcess,
  isSecondHand,
  leaseMs,
  markSecondHand,
  type RunEnd,
  type RunRow,
  readAttachment,
  retryRun,
  runTransitions,
  showBranch,
  stopRun,
  sweepRuns,
  takeFileOut,
  transitionRun,
  undoCalls,
  updateLeasedRun,
} from "./runs/index.ts"
export { sealedHandles, sealedModelKeys } from "./sealed-columns.ts"
export {
  chooseTool,
  getAssistantSettings,
  listAssistantEntries,
  previewToolPermissions,
  setAssistant,
  setToolPermissions,
  unsealModelKey,
} from "./settings/index.ts"
export { findShort, type Reserved, readSpentHere, reserveTokens, settleTokens } from "./spending/index.ts"
export type * from "./stored.ts"
export { type AssistantTool, findHelper, fitTools, type Look, listServerTools, tools } from "./tools/index.ts"
