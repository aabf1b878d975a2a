import { Readable } from "node:stream"
import { z } from "zod"
import { workspaceAction } from "#access/action.ts"
import { uploadId } from "./link-upload.ts"
import { fileIdOf, getMemberUpload, memberUploadState } from "./member-upload.ts"
import { lengthBytes } from "./receive-file.ts"
import { takeBytes } from "./take-bytes.ts"

/** Receives more bytes of a member's resumable upload. Makes the file after the last ones. */
export const continueMemberUpload = workspaceAction("member", "console", {
  input: z.object({
    uploadId,
    offsetBytes: lengthBytes.describe("Where these bytes begin: as many as were taken before."),
    bytes: z.instanceof(Readable),
  }),
  output: memberUploadState,
  async run(cx, { uploadId, ...more }) {
    const upload = await getMemberUpload(cx, uploadId)
    const state = await takeBytes(cx, upload, more)
    return { ...state, fileId: await fileIdOf(cx, upload) }
  },
})
