import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { paragraphsInput } from "#kernel/line-input.ts"
import { ownSellerPage, showOwnPage } from "./own-seller-page.ts"
import { takeOwnPage, updateOwnPage } from "./seller-page-store.ts"

export const editSellerPage = workspaceAction("admin", "console", {
  changes: ["seller-page"],
  input: z.object({
    about: paragraphsInput(500)
      .nullable()
      .describe("What the seller says about themselves, at most 500 characters of plain text, or null.")
      .optional(),
    isShown: z.boolean().describe("Whether visitors see the page.").optional(),
  }),
  output: ownSellerPage,
  async run(cx, { about, isShown }) {
    const { addresses } = cx
    return cx.atomically(async (cx) => {
      const before = await takeOwnPage(cx)
      const shown = isShown ?? before.shown_at !== null
      await updateOwnPage(cx, {
        about: about === undefined ? before.about : about,
        shown_at: shown ? (before.shown_at ?? cx.now()) : null,
      })
      return showOwnPage(cx, addresses)
    })
  },
})
