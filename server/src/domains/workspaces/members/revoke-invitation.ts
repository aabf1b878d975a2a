import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { lenientIdInput } from "#kernel/id-input.ts"
import { noSuchInvitation } from "../workspace-errors.ts"
import { deleteInvitation } from "./invitation-store.ts"

export const revokeInvitation = workspaceAction("admin", "console", {
  changes: ["invitations"],
  input: z.object({ id: lenientIdInput }),
  output: z.object({ id: z.string() }),
  async run(cx, { id }) {
    if (!(await cx.atomically((cx) => deleteInvitation(cx, id)))) throw noSuchInvitation()
    return { id }
  },
})
