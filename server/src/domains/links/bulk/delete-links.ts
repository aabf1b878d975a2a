import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { deleteTrashed } from "../trash/index.ts"
import { changeEach, whichTrashedLinks } from "./which-links.ts"

/** Deletes links in the trash for good, with their clicks. Their slugs become free. */
export const deleteLinks = workspaceAction("member", "console", {
  changes: ["links"],
  input: z.strictObject({ which: whichTrashedLinks }),
  output: z.object({ changed: z.int().describe("The number of deleted links.") }),
  async run(cx, { which }) {
    const { changed } = await changeEach(cx, { which, inTrash: true }, async (cx, links) => {
      let changed = 0
      for (const link of links) if (await deleteTrashed(cx, link, cx.now())) changed += 1
      return { changed, left: links.length - changed }
    })
    return { changed }
  },
})
