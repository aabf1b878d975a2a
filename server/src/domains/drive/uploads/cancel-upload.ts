import { z } from "zod"
import { publicAction } from "#access/action.ts"
import { getLinkUpload, uploadId } from "./link-upload.ts"
import { token } from "./receive-file.ts"
import { dropUpload } from "./upload.ts"

/** Gives a resumable upload up. One that is finished stays what it is. */
export const cancelUpload = publicAction({
  input: z.object({ token, uploadId }),
  output: z.object({}),
  async run(cx, { token, uploadId }) {
    const upload = await getLinkUpload(cx, token, uploadId)
    if (upload.state === "open") await dropUpload(cx, upload)
    return {}
  },
})
