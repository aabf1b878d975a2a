import { z } from "zod"
import { personAction, workspaceAction } from "#access/action.ts"
import { listMemberIds } from "#access/membership-store.ts"
import { roleCovers } from "#access/roles.ts"
import { noteAccess, noteChange, noteHostnames } from "#changes/note-change.ts"
import { enqueue } from "#jobs/job-store.ts"
import { notFound, ServiceError } from "#kernel/error.ts"
import { noteWorkspaceChange } from "../note-workspace-change.ts"
import { trashMs } from "../trash-time.ts"
import { ownersOnly } from "../workspace-errors.ts"
import { findRoleIn, moveToTrash, takeFromTrash } from "./trash-store.ts"

/** From the commit on, the workspace's links, pay pages and tools end. Open checkouts end delivered or refunded. */
export const trashWorkspace = workspaceAction("owner", "console", {
  changes: ["workspace"],
  input: z.object({ slug: z.string().max(200).describe("The workspace's slug, to show that this is meant.") }),
  output: z.object({ restorableUntil: z.int().describe("Epoch milliseconds.") }),
  async run(cx, { slug }) {
    if (slug.trim() !== cx.workspace.slug) throw notThatSlug(cx.workspace.slug)
    await cx.atomically(async (cx) => {
      if (!(await moveToTrash(cx))) return
      noteHostnames(cx, cx.workspaceId)
      for (const id of await listMemberIds(cx, cx.workspaceId)) noteAccess(cx, id)
      const news = { workspaceId: cx.workspaceId, byAccountId: cx.accountId, at: cx.now() }
      await enqueue(cx, "mail-workspace", { payload: { ...news, event: "trashed" } })
    })
    noteWorkspaceChange(cx, "trashed")
    return { restorableUntil: cx.now() + trashMs }
  },
})

const notThatSlug = (slug: string) =>
  new ServiceError("invalid_request", "Workspace URL does not match.", {
    hint: `Type ${slug}.`,
    field: "slug",
  })

export const restoreWorkspace = personAction("console", {
  input: z.object({ slug: z.string().regex(/^[a-z0-9-]{1,32}$/, "is not a slug") }),
  output: z.object({ slug: z.string() }),
  async run(cx, { slug }) {
    const workspaceId = await cx.atomically(async (cx) => {
      const own = await findRoleIn(cx, cx.accountId, slug)
      if (!own) throw notInTrash()
      if (!roleCovers(own.role, "owner")) throw ownersOnly()
      if (!(await takeFromTrash(cx, own.id, cx.now() - trashMs))) throw notInTrash()
      noteChange(cx, { workspaceId: own.id, kind: "workspace" })
      noteHostnames(cx, own.id)
      return own.id
    })
    noteWorkspaceChange({ ...cx, workspaceId }, "restored")
    return { slug }
  },
})

const notInTrash = () => notFound("Workspace not found in trash.", "It may have been restored or deleted permanently.")
