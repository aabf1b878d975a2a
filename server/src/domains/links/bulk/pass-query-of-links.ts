import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { announceLink } from "../link-events.ts"
import { passesQuery } from "../link-input.ts"
import { updateLinksOf } from "./bulk-store.ts"
import { changeEach, outcome, whichLinks } from "./which-links.ts"

/** Sets for links whether they pass query parameters on. */
export const passQueryOfLinks = workspaceAction("member", "console", {
  changes: ["links"],
  input: z.strictObject({ which: whichLinks, passesQuery }),
  output: z.object({ changed: z.int().describe("The number of changed links.") }),
  async run(cx, { which, passesQuery }) {
    const { addresses } = cx
    const visitor_query = passesQuery ? "passed" : "dropped"
    const { changed } = await changeEach(cx, { which, inTrash: false }, async (cx, links) => {
      const other = links.filter((link) => link.visitor_query !== visitor_query)
      const set = await updateLinksOf(cx, { links: other, inTrash: false }, { visitor_query })
      for (const row of set) announceLink(cx, "updated", { row, addresses })
      return outcome(set)
    })
    return { changed }
  },
})
