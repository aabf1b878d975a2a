import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { updateLinksOf } from "./bulk-store.ts"
import { changeEach, outcome, whichTrashedLinks } from "./which-links.ts"

/** Takes links out of the trash, with their slugs, tags and clicks. Members may. */
export const restoreLinks = workspaceAction({
  scope: "console",
  role: "member",
  changes: ["links"],
  input: z.strictObject({ which: whichTrashedLinks }),
  output: z.object({ changed: z.int().describe("How many were taken back.") }),
  async run(cx, { which }) {
    const { changed } = await changeEach(cx, { which, inTrash: true }, async (cx, links) => {
      return outcome(await updateLinksOf(cx, { links, inTrash: true }, { deleted_at: null }))
    })
    return { changed }
  },
})
