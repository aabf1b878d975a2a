import { z } from "zod"
import { publicAction } from "#access/action.ts"
import { lenientIdInput } from "#kernel/id-input.ts"
import { newId } from "#kernel/ids.ts"
import { noSuchFile } from "../files/index.ts"
import { addressMs } from "../signed-address.ts"
import { shareTokenInput } from "./get-share-link.ts"
import { insertShareDownload } from "./share-download-store.ts"
import { findSharedFile, openShareLink, shareLinkEnded, usedUp } from "./share-link.ts"
import { takeDownload } from "./share-link-store.ts"
import { signSharedAddress } from "./shared-address.ts"

/**
 * Counts a download. With a limit, only the first browser that follows the address can use it. @throws ServiceError as
 * `openShareLink` does, and `not_found` for a file that the link does not open.
 */
export const downloadSharedFile = publicAction({
  input: z.object({ token: shareTokenInput, fileId: lenientIdInput }),
  output: z.object({ url: z.string(), expiresAt: z.int().describe("Epoch milliseconds.") }),
  async run(cx, { token, fileId }) {
    const opened = await openShareLink(cx, token)
    const { link } = opened
    if (!(await findSharedFile(cx, opened, fileId))) throw noSuchFile()
    const isLimited = link.max_downloads !== null
    const expiresAt = cx.now() + addressMs.download
    const downloadId = isLimited ? newId("share_download") : undefined
    const isTaken = await cx.atomically(async (cx) => {
      if (!(await takeDownload(cx, link))) return false
      if (downloadId)
        await insertShareDownload(cx, {
          id: downloadId,
          workspace_id: link.workspace_id,
          link_id: link.id,
          expires_at: expiresAt,
        })
      return true
    })
    if (!isTaken) throw isLimited ? usedUp() : shareLinkEnded()
    return {
      url: signSharedAddress(cx, { linkId: link.id, fileId, downloadId, expiresAt, use: "download" }),
      expiresAt,
    }
  },
})
