import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { roleCovers } from "#access/roles.ts"
import { idInput } from "#kernel/id-input.ts"
import { noSuchLink } from "../files/index.ts"
import { announceUploadLink } from "./upload-link-events.ts"
import { findUploadLink, revokeUploadLinkRow } from "./upload-link-store.ts"

/** Ends an upload link at once, also for uploads under way. Members may end their own, admins all. */
export const revokeUploadLink = workspaceAction("member", "console", {
  changes: ["upload-links"],
  input: z.object({ id: idInput }),
  output: z.object({ id: z.string() }),
  async run(cx, { id }) {
    const { role } = cx
    return cx.atomically(async (cx) => {
      const link = await findUploadLink(cx, id)
      const mayEnd = link?.created_by === cx.accountId || roleCovers(role, "admin")
      if (link?.workspace_id !== cx.workspaceId || !mayEnd) throw noSuchLink()
      const ended = await revokeUploadLinkRow(cx, id)
      if (ended) announceUploadLink(cx, "revoked", ended)
      return { id }
    })
  },
})
