import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { roleCovers } from "#access/roles.ts"
import { idInput } from "#kernel/id-input.ts"
import { noSuchLink } from "../files/index.ts"
import { revokeUploadLinkRow } from "./upload-link-store.ts"

/** Ends an upload link at once, also for uploads under way. Members may end their own, admins all. */
export const revokeUploadLink = workspaceAction({
  scope: "console",
  role: "member",
  changes: ["upload-links"],
  input: z.object({ id: idInput }),
  output: z.object({ id: z.string() }),
  async run(cx, { id }) {
    const onlyOf = roleCovers(cx.role, "admin") ? undefined : cx.accountId
    const link = await cx.atomically((cx) => revokeUploadLinkRow(cx, cx.workspaceId, { id, onlyOf }))
    if (!link) throw noSuchLink()
    return { id }
  },
})
