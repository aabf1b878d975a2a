import { z } from "zod"
import { publicAction } from "#access/action.ts"
import { checkLink, getGenuineLink, token } from "./upload-link.ts"

/** Returns what senders may know of an upload link: the workspace, how many files, and how large. */
export const getUploadLink = publicAction({
  input: z.object({ token }),
  output: z.object({
    workspaceName: z.string(),
    filesLeft: z.int(),
    maxFileBytes: z.int(),
    expiresAt: z.int().describe("Until when an upload may be begun. Epoch milliseconds."),
  }),
  async run(cx, { token }) {
    const link = await getGenuineLink(cx, token)
    const workspaceName = await checkLink(cx, link)
    return {
      workspaceName,
      filesLeft: link.max_files - link.files_taken,
      maxFileBytes: link.max_file_bytes,
      expiresAt: link.expires_at,
    }
  },
})
