import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { link, noSuchLink, toLink } from "./link.ts"
import { id } from "./link-input.ts"
import { findOwnLink } from "./link-store.ts"

/** Returns a link with its clicks, also from the trash. Viewers may. */
export const getLink = workspaceAction({
  scope: "links:read",
  role: "viewer",
  input: z.strictObject({ id }),
  output: link,
  async run(cx, { id }) {
    const row = await findOwnLink(cx, id)
    if (!row) throw noSuchLink()
    return toLink(cx, row)
  },
})
