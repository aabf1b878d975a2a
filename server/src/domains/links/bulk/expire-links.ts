import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { futureOnly } from "../expiry.ts"
import { expiresAt } from "../link-input.ts"
import { updateLinksOf } from "./bulk-store.ts"
import { changeEach, outcome, whichLinks } from "./which-links.ts"

export const expireLinks = workspaceAction({
  scope: "console",
  role: "member",
  changes: ["links"],
  input: z.strictObject({ which: whichLinks, expires_at: expiresAt }),
  output: z.object({ changed: z.int().describe("The number of changed links.") }),
  async run(cx, { which, expires_at }) {
    futureOnly(cx, expires_at)
    const { changed } = await changeEach(cx, { which, inTrash: false }, async (cx, links) => {
      return outcome(await updateLinksOf(cx, { links, inTrash: false }, { expires_at }))
    })
    return { changed }
  },
})
