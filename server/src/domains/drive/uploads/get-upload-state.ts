import { z } from "zod"
import { publicAction } from "#access/action.ts"
import { token } from "../upload-links/index.ts"
import { getLinkUpload, uploadId } from "./link-upload.ts"

/** Returns how much of a resumable upload was received. */
export const getUploadState = publicAction({
  input: z.object({ token, uploadId }),
  output: z.object({ offsetBytes: z.int(), lengthBytes: z.int(), expiresAt: z.int() }),
  async run(cx, { token, uploadId }) {
    const upload = await getLinkUpload(cx, token, uploadId)
    return {
      offsetBytes: upload.offset_bytes,
      lengthBytes: upload.length_bytes ?? 0,
      expiresAt: upload.expires_at,
    }
  },
})
