import { operatorAction } from "#domains/accounts/index.ts"
import { listUnclearPage, pageInput, pageOutput } from "./list-unclear-page.ts"

/** Lists unclear money of every workspace and of none, newest first. Operators may. */
export const listUnclearMoney = operatorAction({
  input: pageInput,
  output: pageOutput,
  run: ({ db, now }, wish) => listUnclearPage({ db, now }, wish),
})
