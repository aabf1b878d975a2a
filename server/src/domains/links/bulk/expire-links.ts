import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { futureOnly } from "../expiry.ts"
import { announceLinks } from "../link-events.ts"
import { expiresAt } from "../link-input.ts"
import { updateLinksOf } from "./bulk-store.ts"
import { changeEach, outcome, whichLinks } from "./which-links.ts"

export const expireLinks = workspaceAction("member", "console", {
  changes: ["links"],
  input: z.strictObject({ which: whichLinks, expiresAt }),
  output: z.object({ changed: z.int().describe("The number of changed links.") }),
  async run(cx, { which, expiresAt }) {
    futureOnly(cx, expiresAt)
    const { changed } = await changeEach(cx, { which, inTrash: false }, async (cx, links) => {
      const set = await updateLinksOf(cx, { links, inTrash: false }, { expires_at: expiresAt })
      announceLinks(cx, "expiry_set", set)
      return outcome(set)
    })
    return { changed }
  },
})
