import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { noSuchShortLink } from "./link.ts"
import { id } from "./link-input.ts"
import { findOwnLink } from "./link-store.ts"
import { taggedLink, withTags } from "./tagged-link.ts"

export const getLink = workspaceAction("viewer", "links:read", {
  input: z.strictObject({ id }),
  output: taggedLink,
  async run(cx, { id }) {
    const row = await findOwnLink(cx, id)
    if (!row) throw noSuchShortLink()
    return withTags(cx, row)
  },
})
