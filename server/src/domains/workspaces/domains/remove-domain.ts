import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { lenientIdInput } from "#kernel/id-input.ts"
import { noSuchDomain } from "../workspace-errors.ts"
import { noteDomainChange } from "./domain.ts"
import { announceDomain } from "./domain-events.ts"
import { deleteDomain } from "./domain-store.ts"

export const removeDomain = workspaceAction("admin", "console", {
  changes: ["domains"],
  input: z.object({ id: lenientIdInput }),
  output: z.object({ id: z.string() }),
  async run(cx, { id }) {
    await cx.atomically(async (cx) => {
      const gone = await deleteDomain(cx, id)
      if (!gone) throw noSuchDomain()
      announceDomain(cx, "removed", gone)
    })
    noteDomainChange(cx, "detached")
    return { id }
  },
})
