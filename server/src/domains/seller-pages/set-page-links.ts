import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { notFound } from "#kernel/error.ts"
import { idInput } from "#kernel/id-input.ts"
import { lineInput } from "#kernel/line-input.ts"
import { ownSellerPage, showOwnPage } from "./own-seller-page.ts"
import { countOwnLinks, listPageLinks, putPageLinks, takeOwnPage } from "./seller-page-store.ts"

const maxLinks = 12

const pageLink = z.object({
  linkId: idInput,
  label: lineInput(60).pipe(z.string().min(1, "must not be empty")).describe("What visitors read."),
})

export const setPageLinks = workspaceAction("admin", "console", {
  changes: ["seller-page"],
  input: z.object({
    links: z
      .array(pageLink)
      .max(maxLinks, `must have at most ${maxLinks} links`)
      .refine((links) => new Set(links.map(({ linkId }) => linkId)).size === links.length, "must not name a link twice")
      .describe("The short links that the page shows, in order."),
  }),
  output: ownSellerPage,
  async run(cx, { links }) {
    const { addresses } = cx
    return cx.atomically(async (cx) => {
      await takeOwnPage(cx)
      const chosen = new Set((await listPageLinks(cx, cx.workspaceId)).map(({ linkId }) => linkId))
      const added = links.map(({ linkId }) => linkId).filter((id) => !chosen.has(id))
      if ((await countOwnLinks(cx, added)) < added.length) throw noSuchPageLink()
      await putPageLinks(cx, links)
      return showOwnPage(cx, addresses)
    })
  },
})

const noSuchPageLink = () => notFound("Link not found.", "Choose one from Links.")
