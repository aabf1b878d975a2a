import { workspaceAction } from "#access/action.ts"
import { tooManySites } from "../workspace-errors.ts"
import { changeOfSites, mostSites } from "./site-input.ts"
import { takeSites, writeSites } from "./site-store.ts"

/** Allows a site to frame the checkouts of the workspace's offers. */
export const addSite = workspaceAction("admin", "console", {
  ...changeOfSites,
  async run(cx, { site }) {
    return cx.atomically(async (cx) => {
      const sites = [...new Set([...(await takeSites(cx)), site])].sort()
      if (sites.length > mostSites) throw tooManySites(mostSites)
      return writeSites(cx, sites)
    })
  },
})
