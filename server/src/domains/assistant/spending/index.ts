export { readSpent, readSpentHere } from "./read-spent.ts"
export { findShort, type Reserved, reserveTokens, settleTokens, type UsedTokens } from "./spend.ts"
