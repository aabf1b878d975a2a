import { z } from "zod"
import { publicAction } from "#access/action.ts"
import { checkLink, checkUnrevoked, getGenuineLink, token } from "./upload-link.ts"
import { hasOpenUploads } from "./upload-link-store.ts"

/**
 * Returns what senders may know of an upload link: the workspace, how many files, and how large. While an upload is
 * unfinished, the link is also found when it takes no new files, so that the upload's sender can finish it.
 */
export const getUploadLink = publicAction({
  input: z.object({ token }),
  output: z.object({
    workspaceName: z.string(),
    filesLeft: z.int().describe("How many new files it takes: none once it has expired."),
    maxFileBytes: z.int(),
    expiresAt: z.int().describe("Until when an upload may be begun. Epoch milliseconds."),
  }),
  async run(cx, { token }) {
    const link = await getGenuineLink(cx, token)
    const workspaceName = await ((await hasOpenUploads(cx, link)) ? checkUnrevoked : checkLink)(cx, link)
    return {
      workspaceName,
      filesLeft: link.expires_at <= cx.now() ? 0 : link.max_files - link.files_taken,
      maxFileBytes: link.max_file_bytes,
      expiresAt: link.expires_at,
    }
  },
})
