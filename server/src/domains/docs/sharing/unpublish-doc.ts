import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { docId } from "../doc-input.ts"
import { docLink, findDocLink } from "./doc-link.ts"
import { removePublicKey } from "./public-doc-store.ts"

/** Ends a doc's public link and the addresses of its files for good. A later link has another address. */
export const unpublishDoc = workspaceAction({
  scope: "console",
  role: "member",
  changes: ["docs"],
  input: z.strictObject({ id: docId }),
  output: docLink,
  async run(outer, { id }) {
    return outer.atomically(async (cx) => {
      await removePublicKey(cx, id)
      return findDocLink(cx, outer, id)
    })
  },
})
