// The code that works on conversations and shows them. It is loaded with the first question to the assistant.

export type * from "#contract/shown.ts"
export {
  type CallFacts,
  type CallRow,
  type CallTransition,
  callTransitions,
  listCalls,
  type ProposedCall,
  transitionCall,
} from "./calls/index.ts"
export {
  branchOf,
  type ConversationRow,
  deleteConversation,
  findConversation,
  followConversation,
  listConversations,
  listMessages,
  type MessageRow,
  renameConversation,
} from "./conversations/index.ts"
export type { EffectiveLevel } from "./effective-level.ts"
export type { Handles } from "./handles.ts"
export { type Judge, openJudge, readPermitsOf } from "./permissions/index.ts"
export {
  askAssistant,
  decideCalls,
  exportConversation,
  failureWords,
  findOpenRun,
  findRun,
  findRunMember,
  getCallAnswer,
  getConversation,
  isExcess,
  leaseMs,
  type RunEnd,
  type RunRow,
  readAttachment,
  refusalOf,
  retryRun,
  runTransitions,
  showBranch,
  stopRun,
  sweepRuns,
  takeFileOut,
  transitionRun,
  undoCalls,
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
export { findShort, type Reserved, readSpentHere } from "./spending/index.ts"
export {
  addAnswer,
  beginStep,
  type CallPlace,
  type ConversationMarks,
  endAnswer,
  endStep,
  giveLeaseBack,
  isSecondHand,
  keepText,
  LeaseLost,
  lockConversationAndLease,
  lockLease,
  lockMarks,
  passMarksOn,
  readMarks,
  readReserved,
  renewRunLease,
  settleDeletedRun,
  storeAnswer,
  storeHandles,
  storeMarks,
  waitForPerson,
} from "./steps/index.ts"
export type * from "./stored.ts"
export { type AssistantTool, findHelper, fitTools, type Look, listServerTools, tools } from "./tools/index.ts"
