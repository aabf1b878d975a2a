import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { fromRow } from "#access/from-row.ts"
import { roleCovers } from "#access/roles.ts"
import { listSorts } from "#contract/console/list-sorts.ts"
import { sortedListOf } from "#kernel/cursor.ts"
import { listInput, listOutput, sortInput, spanInput } from "#kernel/list-input.ts"
import { toFolderPaths } from "../files/index.ts"
import { uploadUrl } from "./upload-link.ts"
import { listUploadLinkRows } from "./upload-link-store.ts"

const pages = sortedListOf("upload-links")

/** An upload link for members of its workspace. Times are epoch milliseconds. */
const uploadLink = z.object({
  id: z.string(),
  url: z.string().nullable().describe("Null when the link has ended."),
  folderId: z.string().nullable(),
  folderPath: z.string().describe("Where its files go; `/` is the top of the drive."),
  recipient: z.string().nullable().describe("For whom its maker made it."),
  maker: z.string().nullable().describe("The name of who made it; null when it is not known."),
  mayRevoke: z.boolean(),
  maxFiles: z.int(),
  maxFileBytes: z.int(),
  filesTaken: z.int().describe("The number of files received or being sent."),
  createdAt: z.int(),
  expiresAt: z.int(),
  revokedAt: z.int().nullable(),
})

/** Lists the workspace's upload links. Only working links have their address. */
export const listUploadLinks = workspaceAction("member", "console", {
  input: z.object({
    isUnanswered: z.boolean().default(false).describe("Only those that received no file."),
    sort: sortInput(listSorts.uploadLinks),
    ...spanInput,
    ...listInput(25),
  }),
  output: listOutput(uploadLink),
  async run(cx, { isUnanswered, ...asked }) {
    const page = await pages.find(asked, (part) => listUploadLinkRows(cx, cx.workspaceId, { isUnanswered, ...part }))
    const pathOf = await toFolderPaths(
      cx,
      cx.workspaceId,
      page.items.map((row) => row.folder_id),
    )
    const items = page.items.map((row) => {
      const hasEnded = row.revoked_at !== null || row.expires_at <= cx.now()
      const url = hasEnded ? null : uploadUrl(cx, row)
      const mayRevoke = row.created_by === cx.accountId || roleCovers(cx.role, "admin")
      return fromRow(uploadLink, row, { url, folderPath: pathOf(row.folder_id), mayRevoke })
    })
    return { ...page, items }
  },
})
