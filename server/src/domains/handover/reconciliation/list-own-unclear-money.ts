import { workspaceAction } from "#access/action.ts"
import { listUnclearPage, pageInput, pageOutput } from "./list-unclear-page.ts"

export const listOwnUnclearMoney = workspaceAction({
  scope: "console",
  role: "admin",
  input: pageInput,
  output: pageOutput,
  run: listUnclearPage,
})
