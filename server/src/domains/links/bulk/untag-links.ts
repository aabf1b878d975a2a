import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { findTagId, removeTag } from "../tags/index.ts"
import { changeEach, whichLinks } from "./which-links.ts"

/** Takes a tag off links. Members may. */
export const untagLinks = workspaceAction({
  scope: "console",
  role: "member",
  changes: ["links"],
  input: z.strictObject({ which: whichLinks, tag: z.string().max(64) }),
  output: z.object({ changed: z.int().describe("How many had it.") }),
  async run(cx, { which, tag }) {
    const tagId = await findTagId(cx, tag)
    if (tagId === undefined) return { changed: 0 }
    const { changed } = await changeEach(cx, { which, inTrash: false }, async (cx, links) => {
      return { changed: await removeTag(cx, links, tagId), left: 0 }
    })
    return { changed }
  },
})
