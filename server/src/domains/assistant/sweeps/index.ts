export { assistantRetention } from "./retention-store.ts"
export { sweepDueRuns } from "./sweep-due-runs.ts"
