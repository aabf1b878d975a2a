import { operatorAction } from "#domains/accounts/index.ts"
import { listUnclearPage, pageInput, pageOutput } from "./list-unclear-page.ts"

export const listUnclearMoney = operatorAction({
  input: pageInput,
  output: pageOutput,
  run: ({ db, now }, wish) => listUnclearPage({ db, now }, wish),
})
