// Writes of the process that works on a run: its lease, its answers, the marks that they leave, and their costs.

export { giveLeaseBack, LeaseLost, lockConversationAndLease, lockLease, renewRunLease } from "./lease.ts"
export { type ConversationMarks, lockMarks, passMarksOn, readMarks, storeHandles, storeMarks } from "./marks.ts"
export { beginStep, endStep, readReserved, settleDeletedRun } from "./pay-step.ts"
export { isSecondHand } from "./second-hand-store.ts"
export { storeAnswer } from "./store-answer.ts"
export { waitForPerson } from "./wait-for-person.ts"
export { addAnswer, type CallPlace, endAnswer, keepText } from "./write-answer.ts"
