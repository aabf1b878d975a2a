import { workspaceAction } from "#access/action.ts"
import { listUnclearPage, pageInput, pageOutput } from "./list-unclear-page.ts"

export const listOwnUnclearMoney = workspaceAction("admin", "console", {
  input: pageInput,
  output: pageOutput,
  run: listUnclearPage,
})
