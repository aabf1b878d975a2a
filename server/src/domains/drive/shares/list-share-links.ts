import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { fromRow } from "#access/from-row.ts"
import { roleCovers } from "#access/roles.ts"
import { listSorts } from "#contract/console/list-sorts.ts"
import { sortedListOf } from "#kernel/cursor.ts"
import { idInput } from "#kernel/id-input.ts"
import { listInput, listOutput, sortInput } from "#kernel/list-input.ts"
import { toFolderPaths } from "../files/index.ts"
import { hasRunOut, isUsedUp, shareUrl } from "./share-link.ts"
import { type ListedRow, listShareLinkRows } from "./share-link-store.ts"

const pages = sortedListOf("share-links")

const shareLink = z.object({
  id: z.string(),
  state: z
    .enum(["works", "revoked", "expired", "used-up", "in-trash"])
    .describe("`in-trash`: the shared file or folder is in the trash."),
  url: z.string().nullable().describe("Null when it does not work."),
  fileId: z.string().nullable(),
  folderId: z.string().nullable(),
  name: z.string().describe("Of the file or the folder."),
  folderPath: z.string().describe("Its folder; `/` is the top of the drive."),
  maker: z.string().nullable().describe("The name of who made it, who may have left; null when it is not known."),
  mayRevoke: z.boolean(),
  downloads: z.int(),
  maxDownloads: z.int().nullable(),
  createdAt: z.int(),
  expiresAt: z.int().nullable(),
  revokedAt: z.int().nullable(),
})

/** Only working links have their address. */
export const listShareLinks = workspaceAction("member", "console", {
  input: z.object({
    of: idInput.optional().describe("A file, a folder, or one share link."),
    sort: sortInput(listSorts.shareLinks),
    ...listInput(25),
  }),
  output: listOutput(shareLink),
  async run(cx, { of, ...asked }) {
    const page = await pages.find(asked, (part) => listShareLinkRows(cx, cx.workspaceId, { of, ...part }))
    const pathOf = await toFolderPaths(
      cx,
      cx.workspaceId,
      page.items.map((row) => row.lies_in),
    )
    const items = page.items.map((row) => {
      const state = stateOf(cx, row)
      return fromRow(shareLink, row, {
        state,
        url: state === "works" ? shareUrl(cx, row) : null,
        name: row.name ?? "",
        folderPath: pathOf(row.lies_in),
        mayRevoke: row.created_by === cx.accountId || roleCovers(cx.role, "admin"),
      })
    })
    return { ...page, items }
  },
})

function stateOf(cx: { now(): number }, row: ListedRow): z.output<typeof shareLink>["state"] {
  if (row.revoked_at !== null) return "revoked"
  if (hasRunOut(cx, row)) return "expired"
  if (row.deleted_at !== null) return "in-trash"
  return isUsedUp(row) ? "used-up" : "works"
}
