export { sweepConversations } from "./sweep-conversations.ts"
export { sweepDueRuns } from "./sweep-due-runs.ts"
