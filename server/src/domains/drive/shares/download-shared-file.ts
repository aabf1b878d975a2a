import { z } from "zod"
import { publicAction } from "#access/action.ts"
import { lenientIdInput } from "#kernel/id-input.ts"
import { noSuchFile } from "../files/index.ts"
import { addressMs } from "../signed-address.ts"
import { shareTokenInput } from "./get-share-link.ts"
import { findSharedFile, openShareLink, shareLinkEnded, usedUp } from "./share-link.ts"
import { takeDownload } from "./share-link-store.ts"
import { signSharedAddress } from "./shared-address.ts"

/**
 * A short-lived address of a file that a share link opens, and counts it as a download.
 *
 * @throws ServiceError as `openShareLink` does, and `not_found` for a file that the link does not open.
 */
export const downloadSharedFile = publicAction({
  input: z.object({ token: shareTokenInput, fileId: lenientIdInput }),
  output: z.object({ url: z.string(), expiresAt: z.int().describe("Epoch milliseconds.") }),
  async run(cx, { token, fileId }) {
    const opened = await openShareLink(cx, token)
    const { link } = opened
    if (!(await findSharedFile(cx, opened, fileId))) throw noSuchFile()
    if (!(await cx.atomically((cx) => takeDownload(cx, link.id)))) {
      throw link.max_downloads === null ? shareLinkEnded() : usedUp()
    }
    const expiresAt = cx.now() + addressMs.download
    return { url: signSharedAddress(cx, { linkId: link.id, fileId, expiresAt, isPreview: false }), expiresAt }
  },
})
