import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { uploadId } from "../uploads/index.ts"
import { getMemberUpload } from "./member-upload.ts"

/** How far a member's resumable upload has come. Members may. */
export const getMemberUploadState = workspaceAction({
  scope: "console",
  role: "member",
  input: z.object({ uploadId }),
  output: z.object({ offsetBytes: z.int(), lengthBytes: z.int(), expiresAt: z.int() }),
  async run(cx, { uploadId }) {
    const { offset_bytes, length_bytes, expires_at } = await getMemberUpload(cx, uploadId)
    return { offsetBytes: offset_bytes, lengthBytes: length_bytes ?? 0, expiresAt: expires_at }
  },
})
