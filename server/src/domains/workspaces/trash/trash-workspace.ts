import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { listMemberIds } from "#access/membership-store.ts"
import { noteAccess } from "#access/note-change.ts"
import { enqueue } from "#jobs/job-store.ts"
import { ServiceError } from "#kernel/error.ts"
import { noteWorkspaceChange } from "../note-workspace-change.ts"
import { trashMs } from "../trash-time.ts"
import { moveToTrash } from "./trash-store.ts"

/**
 * Moves the workspace to the trash for 30 days. From the commit on, its links, pay pages, uploads and tools answer as
 * if it did not exist. Open checkouts still end delivered or refunded, and buyers keep what they bought.
 */
export const trashWorkspace = workspaceAction({
  scope: "console",
  role: "owner",
  changes: ["workspace"],
  input: z.object({ slug: z.string().max(200).describe("The workspace's slug, to show that this is meant.") }),
  output: z.object({ restorableUntil: z.int().describe("Epoch milliseconds.") }),
  async run(cx, { slug }) {
    if (slug.trim() !== cx.workspace.slug) throw notThatSlug(cx.workspace.slug)
    await cx.atomically(async (cx) => {
      if (!(await moveToTrash(cx))) return
      for (const id of await listMemberIds(cx, cx.workspaceId)) noteAccess(cx, id)
      const news = { workspaceId: cx.workspaceId, byAccountId: cx.accountId, at: cx.now() }
      await enqueue(cx, "mail-workspace", { payload: { ...news, event: "trashed" } })
    })
    noteWorkspaceChange(cx, "trashed")
    return { restorableUntil: cx.now() + trashMs }
  },
})

const notThatSlug = (slug: string) =>
  new ServiceError("invalid_request", "This is not the address of the workspace.", {
    hint: `Type ${slug}.`,
    field: "slug",
  })
