import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import type { Member, Reading } from "#access/context.ts"
import { conflict } from "#kernel/error.ts"
import { idInput } from "#kernel/id-input.ts"
import { newId } from "#kernel/ids.ts"
import { dayMs } from "#kernel/time/units.ts"
import { findFile, findFolder, noSuchFile, noSuchFolder } from "../files/index.ts"
import { lockTree } from "../storage/index.ts"
import { shareUrl } from "./share-link.ts"
import { countShareLinks, insertShareLink, type ShareTarget } from "./share-link-store.ts"

/** How many working links a file or a folder may have. */
const most = 20

/** The link belongs to the workspace, and still works after its maker leaves. */
export const createShareLink = workspaceAction("member", "console", {
  changes: ["share-links"],
  input: z
    .object({
      fileId: idInput.nullable().default(null),
      folderId: idInput.nullable().default(null),
      expiresInDays: z.int().min(1).max(365).nullable().default(null).describe("Null: it does not expire."),
      maxDownloads: z.int().min(1).max(10_000).nullable().default(null).describe("In all; null: as many as come."),
    })
    .refine(({ fileId, folderId }) => (fileId === null) !== (folderId === null), "shares one file or one folder"),
  output: z.object({ id: z.string(), url: z.string() }),
  async run(cx, { fileId, folderId, expiresInDays, maxDownloads }) {
    const target = { file_id: fileId, folder_id: folderId }
    const link = await cx.atomically(async (cx) => {
      await lockTree(cx, cx.workspaceId)
      await checkTarget(cx, target)
      if ((await countShareLinks(cx, cx.workspaceId, target)) >= most) throw tooMany()
      return insertShareLink(cx, {
        id: newId("share_link"),
        workspace_id: cx.workspaceId,
        ...target,
        created_by: cx.accountId,
        max_downloads: maxDownloads,
        expires_at: expiresInDays === null ? null : cx.now() + expiresInDays * dayMs,
      })
    })
    return { id: link.id, url: shareUrl(cx, link) }
  },
})

async function checkTarget(cx: Reading & Member, { file_id, folder_id }: ShareTarget): Promise<void> {
  if (folder_id !== null && !(await findFolder(cx, cx.workspaceId, folder_id))) throw noSuchFolder()
  const file = file_id === null ? undefined : await findFile(cx, cx.workspaceId, file_id)
  if (file_id !== null && (!file || file.deleted_at !== null)) throw noSuchFile()
}

const tooMany = () =>
  conflict(`There are already ${most} share links for this.`, "Use one of those, or revoke some first.")
