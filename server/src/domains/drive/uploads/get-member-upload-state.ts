import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { uploadId } from "./link-upload.ts"
import { fileIdOf, getMemberUpload, memberUploadState } from "./member-upload.ts"

/** Returns how much of a member's resumable upload was received. */
export const getMemberUploadState = workspaceAction("member", "console", {
  input: z.object({ uploadId }),
  output: memberUploadState.extend({ lengthBytes: z.int() }),
  async run(cx, { uploadId }) {
    const upload = await getMemberUpload(cx, uploadId)
    const { offset_bytes, length_bytes, expires_at } = upload
    const fileId = await fileIdOf(cx, upload)
    return { offsetBytes: offset_bytes, lengthBytes: length_bytes ?? 0, expiresAt: expires_at, fileId }
  },
})
