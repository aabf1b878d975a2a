import { workspaceAction } from "#access/action.ts"
import { settleEntry, settlementInput } from "./settle-entry.ts"
import { unclearMoney } from "./unclear-money.ts"

export const settleOwnUnclearMoney = workspaceAction("admin", "console", {
  changes: ["money"],
  input: settlementInput,
  output: unclearMoney,
  run: (cx, wish) => settleEntry(cx, wish, cx),
})
