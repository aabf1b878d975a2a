export { emptyAssistant } from "./record/index.ts"
export { sealedHandles, sealedModelKeys } from "./sealed-columns.ts"
export { measureConversationBytes } from "./size-store.ts"
export { assistantRetention, sweepDueRuns } from "./sweeps/index.ts"
