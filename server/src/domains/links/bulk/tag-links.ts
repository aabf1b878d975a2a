import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { addTag, tagName } from "../tags/index.ts"
import { updateLinksOf } from "./bulk-store.ts"
import { changeEach, whichLinks } from "./which-links.ts"

/** Gives links one more tag. Those that have as many as a link may have are left as they are. Members may. */
export const tagLinks = workspaceAction({
  scope: "console",
  role: "member",
  changes: ["links"],
  input: z.strictObject({ which: whichLinks, tag: tagName }),
  output: z.object({
    changed: z.int().describe("How many have it now that did not have it."),
    full: z.int().describe("How many were left without it, because they have ten."),
  }),
  async run(cx, { which, tag }) {
    const { changed, left } = await changeEach(cx, { which, inTrash: false }, async (cx, found) => {
      // The update locks the links, so that nobody gives one of them its eleventh tag.
      const links = await updateLinksOf(cx, { links: found, inTrash: false }, {})
      return addTag(cx, links, tag)
    })
    return { changed, full: left }
  },
})
