import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { dropUpload, uploadId } from "../uploads/index.ts"
import { getMemberUpload } from "./member-upload.ts"

/** Gives a member's resumable upload up. One that is finished stays what it is. Members may. */
export const cancelMemberUpload = workspaceAction({
  scope: "console",
  role: "member",
  input: z.object({ uploadId }),
  output: z.object({}),
  async run(cx, { uploadId }) {
    const upload = await getMemberUpload(cx, uploadId)
    if (upload.state === "open") await dropUpload(cx, upload)
    return {}
  },
})
