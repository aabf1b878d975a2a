import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { link, noSuchLink, toLink } from "./link.ts"
import { id } from "./link-input.ts"
import { updateOwnLink } from "./link-store.ts"

/** Restores a link from the trash, with its slug and clicks. Members may. */
export const restoreLink = workspaceAction({
  scope: "console",
  role: "member",
  changes: ["links"],
  input: z.strictObject({ id }),
  output: link,
  async run(cx, { id }) {
    const row = await cx.atomically((cx) => updateOwnLink(cx, { id, inTrash: true }, { deleted_at: null }))
    if (!row) throw noSuchLink()
    return toLink(cx, row)
  },
})
