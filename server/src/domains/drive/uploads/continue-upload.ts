import { Readable } from "node:stream"
import { z } from "zod"
import { publicAction } from "#access/action.ts"
import { token } from "../upload-links/index.ts"
import { getLinkUpload, uploadId } from "./link-upload.ts"
import { lengthBytes } from "./receive-file.ts"
import { takeBytes } from "./take-bytes.ts"

/** Receives more bytes of a resumable upload through an upload link. Makes the file after the last ones. */
export const continueUpload = publicAction({
  input: z.object({
    token,
    uploadId,
    offsetBytes: lengthBytes.describe("Where these bytes begin: as many as were taken before."),
    bytes: z.instanceof(Readable),
  }),
  output: z.object({ offsetBytes: z.int(), expiresAt: z.int() }),
  async run(cx, { token, uploadId, ...more }) {
    return takeBytes(cx, await getLinkUpload(cx, token, uploadId), more)
  },
})
