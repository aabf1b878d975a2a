import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { fromRow } from "#access/from-row.ts"
import { noSuchLink, toFolderPaths } from "../files/index.ts"
import { findUploadLink } from "./upload-link-store.ts"

const output = z.object({
  id: z.string(),
  folderPath: z.string().describe("Where its files go; `/` is the top of the drive."),
  recipient: z.string().nullable(),
  filesTaken: z.int().describe("The number of files received or being sent."),
  expiresAt: z.int(),
})

/** Returns an upload link of the workspace, in any state, without its address. */
export const lookUpUploadLink = workspaceAction("member", "console", {
  input: z.strictObject({ id: z.string().max(64) }),
  output,
  async run(cx, { id }) {
    const row = await findUploadLink(cx, id)
    if (row?.workspace_id !== cx.workspaceId) throw noSuchLink()
    const pathOf = await toFolderPaths(cx, cx.workspaceId, [row.folder_id])
    return fromRow(output, row, { folderPath: pathOf(row.folder_id) })
  },
})
