import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { roleCovers } from "#access/roles.ts"
import { notFound } from "#kernel/error.ts"
import { idInput } from "#kernel/id-input.ts"
import { revokeShareLinkRow } from "./share-link-store.ts"

/** Ends a share link and its file addresses at once. Members may end their own links, admins all. */
export const revokeShareLink = workspaceAction("member", "console", {
  changes: ["share-links"],
  input: z.object({ id: idInput }),
  output: z.object({ id: z.string() }),
  async run(cx, { id }) {
    const onlyOf = roleCovers(cx.role, "admin") ? undefined : cx.accountId
    if (!(await cx.atomically((cx) => revokeShareLinkRow(cx, cx.workspaceId, { id, onlyOf })))) throw notYours()
    return { id }
  },
})

const notYours = () => notFound("Share link not found.", "You can revoke your own links. Admins can revoke all.")
