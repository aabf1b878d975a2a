import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import type { Context, Member } from "#access/context.ts"
import { announceLinks } from "../link-events.ts"
import { updateLinksOf } from "./bulk-store.ts"
import { changeEach, outcome, type Which, whichLinks, whichTrashedLinks } from "./which-links.ts"

/** Moves links to the trash for 30 days. `restore-links` can restore all links that went there together. */
export const trashLinks = workspaceAction("member", "console", {
  changes: ["links"],
  input: z.strictObject({ which: whichLinks }),
  output: z.object({
    changed: z.int().describe("The number of moved links."),
    trashedAt: z.int().describe("Identifies this move, in epoch milliseconds."),
  }),
  run: (cx, { which }) => trashEach(cx, which),
})

export async function trashEach(cx: Context<Member>, which: Which) {
  const trashedAt = cx.now()
  const { changed } = await changeEach(cx, { which, inTrash: false }, async (cx, links) => {
    const moved = await updateLinksOf(cx, { links, inTrash: false }, { deleted_at: trashedAt })
    announceLinks(cx, "trashed", moved)
    return outcome(moved)
  })
  return { changed, trashedAt }
}

export const restoreLinks = workspaceAction("member", "console", {
  changes: ["links"],
  input: z.strictObject({ which: whichTrashedLinks }),
  output: z.object({ changed: z.int().describe("The number of restored links.") }),
  async run(cx, { which }) {
    const { changed } = await changeEach(cx, { which, inTrash: true }, async (cx, links) => {
      const moved = await updateLinksOf(cx, { links, inTrash: true }, { deleted_at: null })
      announceLinks(cx, "restored", moved)
      return outcome(moved)
    })
    return { changed }
  },
})
