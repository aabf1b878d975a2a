import { z } from "zod"
import { publicAction } from "#access/action.ts"
import { token } from "../upload-links/index.ts"
import { getLinkUpload, uploadId } from "./link-upload.ts"
import { dropUpload } from "./upload.ts"

/** Cancels a resumable upload. A finished one is not changed. */
export const cancelUpload = publicAction({
  input: z.object({ token, uploadId }),
  output: z.object({}),
  async run(cx, { token, uploadId }) {
    const upload = await getLinkUpload(cx, token, uploadId)
    if (upload.state === "open") await dropUpload(cx, upload)
    return {}
  },
})
