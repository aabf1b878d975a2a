import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { ownSellerPage, showOwnPage } from "./own-seller-page.ts"

export const getOwnSellerPage = workspaceAction("admin", "console", {
  input: z.object({}),
  output: ownSellerPage,
  run: (cx) => showOwnPage(cx, cx.addresses),
})
