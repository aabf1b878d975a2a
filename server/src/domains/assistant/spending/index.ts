export { readSpent, readSpentHere } from "./read-spent.ts"
export { findShort, type Reserved, reserveTokens, settleTokens, type Used } from "./spend.ts"
