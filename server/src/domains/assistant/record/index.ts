export { checkRecord } from "./check-record.ts"
export { emptyAssistant, listCallsSince, listEntryRows } from "./entry-store.ts"
export { recordCall } from "./record-call.ts"
