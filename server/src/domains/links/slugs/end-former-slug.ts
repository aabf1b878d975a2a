import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { notFound } from "#kernel/error.ts"
import { deleteFormerSlug } from "../former-slug-store.ts"
import { id } from "../link-input.ts"
import { findLinkAt } from "../link-store.ts"
import { freeLinkSlug } from "../shared-slug-store.ts"

/** A former slug stops redirecting at once, and any link may take it. */
export const endFormerSlug = workspaceAction("member", "console", {
  changes: ["links"],
  input: z.strictObject({ id: id.describe("The former slug's `id`.") }),
  output: z.object({}),
  async run(cx, { id }) {
    await cx.atomically(async (cx) => {
      const gone = await deleteFormerSlug(cx, id)
      if (!gone) throw noSuchFormerSlug()
      if (!(await findLinkAt(cx, gone))) await freeLinkSlug(cx, gone)
    })
    return {}
  },
})

const noSuchFormerSlug = () => notFound("Old short link not found.", "It has stopped already.")
