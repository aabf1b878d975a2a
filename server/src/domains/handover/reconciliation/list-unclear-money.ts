import { personAction } from "#access/action.ts"
import { requireOperator } from "#domains/accounts/index.ts"
import { listUnclearPage, pageInput, pageOutput } from "./list-unclear-page.ts"

/** Lists unclear money of every workspace and of none, newest first. Operators may. */
export const listUnclearMoney = personAction({
  scope: "console",
  input: pageInput,
  output: pageOutput,
  async run(cx, wish) {
    await requireOperator(cx)
    return listUnclearPage({ db: cx.db, now: cx.now }, wish)
  },
})
