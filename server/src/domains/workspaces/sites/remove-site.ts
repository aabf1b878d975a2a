import { workspaceAction } from "#access/action.ts"
import { changeOfSites } from "./site-input.ts"
import { takeSites, writeSites } from "./site-store.ts"

export const removeSite = workspaceAction("admin", "console", {
  ...changeOfSites,
  async run(cx, { site }) {
    return cx.atomically(async (cx) => {
      const others = (await takeSites(cx)).filter((listed) => listed !== site)
      return writeSites(cx, others)
    })
  },
})
