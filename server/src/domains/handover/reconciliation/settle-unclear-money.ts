import { personAction } from "#access/action.ts"
import { requireOperator } from "#domains/accounts/index.ts"
import { settleEntry, settlementInput } from "./settle-entry.ts"
import { unclearMoney } from "./unclear-money.ts"

/** Decides about unclear money of any workspace. Repeating the same decision changes nothing. Operators may. */
export const settleUnclearMoney = personAction({
  scope: "console",
  input: settlementInput,
  output: unclearMoney,
  async run(cx, wish) {
    await requireOperator(cx)
    return settleEntry(cx, wish, undefined)
  },
})
