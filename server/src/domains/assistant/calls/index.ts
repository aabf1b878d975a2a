export { type CallFacts, type CallRow, leavePlan, listCalls, listOverdueCalls, storeCallAnswer } from "./call-store.ts"
export { type CallTransition, callTransitions } from "./lifecycle.ts"
export { type ProposedCall, proposeCall } from "./propose-call.ts"
export { transitionCall } from "./transition-call.ts"
