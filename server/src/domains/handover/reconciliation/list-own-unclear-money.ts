import { workspaceAction } from "#access/action.ts"
import { listUnclearPage, pageInput, pageOutput } from "./list-unclear-page.ts"

/** Unclear money of the workspace's sales, newest first. It is money: admins may. */
export const listOwnUnclearMoney = workspaceAction({
  scope: "console",
  role: "admin",
  input: pageInput,
  output: pageOutput,
  run: listUnclearPage,
})
