import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { conflict } from "#kernel/error.ts"
import { docId } from "../doc-input.ts"
import { docLink, findDocLink } from "./doc-link.ts"
import { setListed } from "./public-doc-store.ts"

export const setDocListing = workspaceAction("member", "console", {
  changes: ["docs"],
  input: z.strictObject({ id: docId, isListed: z.boolean() }),
  output: docLink,
  async run(outer, { id, isListed }) {
    return outer.atomically(async (cx) => {
      const link = await findDocLink(cx, outer, id)
      if (link.url === null) throw notPublic()
      await setListed(cx, id, isListed)
      return findDocLink(cx, outer, id)
    })
  },
})

const notPublic = () => conflict("This doc has no public link.", "Create a public link first.")
