import { operatorAction } from "#domains/accounts/index.ts"
import { settleEntry, settlementInput } from "./settle-entry.ts"
import { unclearMoney } from "./unclear-money.ts"

export const settleUnclearMoney = operatorAction({
  input: settlementInput,
  output: unclearMoney,
  run: (cx, wish) => settleEntry(cx, wish, undefined),
})
