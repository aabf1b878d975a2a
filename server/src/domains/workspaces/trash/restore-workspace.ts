import { z } from "zod"
import { personAction } from "#access/action.ts"
import { noteChange } from "#access/note-change.ts"
import { roleCovers } from "#access/roles.ts"
import { ServiceError } from "#kernel/error.ts"
import { noteWorkspaceChange } from "../note-workspace-change.ts"
import { trashMs } from "../trash-time.ts"
import { ownersOnly } from "../workspace-errors.ts"
import { findRoleIn, takeFromTrash } from "./trash-store.ts"

/** Restores a workspace from the trash, with all its content. Its owners may. */
export const restoreWorkspace = personAction({
  scope: "console",
  input: z.object({ slug: z.string().regex(/^[a-z0-9-]{1,32}$/, "is not a slug") }),
  output: z.object({ slug: z.string() }),
  async run(cx, { slug }) {
    const workspaceId = await cx.atomically(async (cx) => {
      const own = await findRoleIn(cx, cx.accountId, slug)
      if (!own) throw notInTrash()
      if (!roleCovers(own.role, "owner")) throw ownersOnly()
      if (!(await takeFromTrash(cx, own.id, cx.now() - trashMs))) throw notInTrash()
      noteChange(cx, { workspaceId: own.id, kind: "workspace" })
      return own.id
    })
    noteWorkspaceChange({ ...cx, workspaceId }, "restored")
    return { slug }
  },
})

const notInTrash = () =>
  new ServiceError("not_found", "There is no such workspace in the trash.", {
    hint: "It may be restored already, or the 30 days are over.",
  })
