import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { uploadId } from "./link-upload.ts"
import { getMemberUpload } from "./member-upload.ts"
import { dropUpload } from "./upload.ts"

/** Cancels a member's resumable upload. A finished one is not changed. */
export const cancelMemberUpload = workspaceAction("member", "console", {
  input: z.object({ uploadId }),
  output: z.object({}),
  async run(cx, { uploadId }) {
    const upload = await getMemberUpload(cx, uploadId)
    if (upload.state === "open") await dropUpload(cx, upload)
    return {}
  },
})
