import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { announceLinks } from "../link-events.ts"
import { addTag, findTagId, removeTag, tagName } from "../tags/index.ts"
import { updateLinksOf } from "./bulk-store.ts"
import { changeEach, outcome, whichLinks } from "./which-links.ts"

/** Adds a tag to links, except to links that already have the maximum. */
export const tagLinks = workspaceAction("member", "console", {
  changes: ["links"],
  input: z.strictObject({ which: whichLinks, tag: tagName }),
  output: z.object({
    changed: z.int().describe("The number of links that got the tag."),
    full: z.int().describe("The number of links without it, because they have ten tags."),
  }),
  async run(cx, { which, tag }) {
    const { changed, left } = await changeEach(cx, { which, inTrash: false }, async (cx, found) => {
      // The update locks the links, so that no parallel request adds an eleventh tag to one of them.
      const links = await updateLinksOf(cx, { links: found, inTrash: false }, {})
      const { tagged, left } = await addTag(cx, links, tag)
      announceLinks(cx, "tagged", tagged)
      return { changed: tagged.length, left }
    })
    return { changed, full: left }
  },
})

export const untagLinks = workspaceAction("member", "console", {
  changes: ["links"],
  input: z.strictObject({ which: whichLinks, tag: z.string().max(64) }),
  output: z.object({ changed: z.int().describe("The number of links that had the tag.") }),
  async run(cx, { which, tag }) {
    const tagId = await findTagId(cx, tag)
    if (tagId === undefined) return { changed: 0 }
    const { changed } = await changeEach(cx, { which, inTrash: false }, async (cx, links) => {
      const untagged = await removeTag(cx, links, tagId)
      announceLinks(cx, "untagged", untagged)
      return outcome(untagged)
    })
    return { changed }
  },
})
