import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { link, noSuchLink, toLink } from "./link.ts"
import { id } from "./link-input.ts"
import { updateOwnLink } from "./link-store.ts"

/** Moves a link to the trash for 30 days: it stops working, but keeps its slug and can be restored. Members may. */
export const trashLink = workspaceAction({
  scope: "console",
  role: "member",
  changes: ["links"],
  input: z.strictObject({ id }),
  output: link,
  async run(cx, { id }) {
    const row = await cx.atomically((cx) => updateOwnLink(cx, { id, inTrash: false }, { deleted_at: cx.now() }))
    if (!row) throw noSuchLink()
    return toLink(cx, row)
  },
})
